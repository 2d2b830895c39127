import type { ReactNode } from 'react'
import { accentOf } from '../../../../domain/catalogue/accent.ts'
import type { BrandOverrides, BrandValues } from '../../../../domain/catalogue/brand-values.ts'
import { brandWords } from '#words/admin/settings/brand.ts'
import { locale } from '#words/locale.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'

const t = brandWords.accent
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 })

type AccentFieldProps = {
  values: BrandValues
  onChange: (values: BrandOverrides) => void
  source: ReactNode
  /** The typed colour code, and whether its fault is shown. */
  typed: TypedCode
  onTyped: (typed: TypedCode) => void
}

export type TypedCode = { code: string; isShown: boolean }

export const isWrongCode = ({ code }: TypedCode) => code.trim() !== '' && accentOf(code) === null

/** Edits the accent by hue and strength, or by a colour code, which vendors usually know. */
export function AccentField({ values, onChange, source, typed, onTyped }: AccentFieldProps) {
  const { accentHue, accentChroma } = values
  const { code } = typed
  const coded = accentOf(code)
  // The sliders, or a reset to the brand file, may have moved the accent away from the code.
  const isPast = coded !== null && (coded.accentHue !== accentHue || coded.accentChroma !== accentChroma)

  function take(text: string) {
    onTyped({ code: text, isShown: false })
    const accent = accentOf(text)
    if (accent) onChange(accent)
  }

  return (
    <fieldset className="fieldset brand-accent" aria-describedby="brand-accent-hint">
      <legend className="field__label">{brandWords.fields.accentHue}</legend>
      <p className="field__hint" id="brand-accent-hint">
        {t.hint}
      </p>
      <div className="brand-accent__row">
        <span
          className="brand-accent__swatch"
          style={{ backgroundColor: `oklch(0.44 ${accentChroma} ${accentHue})` }}
          aria-hidden="true"
        />
        <div className="brand-accent__sliders">
          <Slider
            id="brand-accentHue"
            label={t.hue}
            shown={`${decimals.format(accentHue)}°`}
            track={`linear-gradient(to right in oklch longer hue, oklch(0.55 ${accentChroma} 0), oklch(0.55 ${accentChroma} 360))`}
            max={360}
            step={1}
            value={accentHue}
            onChange={(hue) => onChange({ accentHue: hue })}
          />
          <Slider
            id="brand-accentChroma"
            label={t.chroma}
            shown={decimals.format(accentChroma)}
            track={`linear-gradient(to right in oklch, oklch(0.55 0 ${accentHue}), oklch(0.55 0.25 ${accentHue}))`}
            max={0.25}
            step={0.005}
            value={accentChroma}
            onChange={(chroma) => onChange({ accentChroma: chroma })}
          />
        </div>
        <TextField
          id="brand-accent-code"
          name="accentCode"
          label={t.code}
          hint={t.codeHint}
          width="s"
          autoComplete="off"
          spellCheck={false}
          optional={brandWords.optional}
          error={typed.isShown && isWrongCode(typed) ? t.codeWrong : undefined}
          value={isPast ? '' : code}
          onChange={take}
          onBlur={() => onTyped({ code, isShown: true })}
        />
      </div>
      {source}
    </fieldset>
  )
}

type SliderProps = {
  id: string
  label: string
  shown: string
  track: string
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}

function Slider({ id, label, shown, track, max, step, value, onChange }: SliderProps) {
  return (
    <div className="brand-slider">
      <label htmlFor={id} className="small">
        {label}
      </label>
      <output className="small soft" htmlFor={id}>
        {shown}
      </output>
      <input
        type="range"
        id={id}
        name={id}
        min={0}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        style={{ backgroundImage: track }}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

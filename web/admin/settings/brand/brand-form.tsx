import { useState, type MouseEvent, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { brandWords as t } from '#words/admin/settings/brand.ts'
import { useSettings } from '../../../client/page.tsx'
import { ErrorSummary } from '../../../ui/fields/error-summary.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { AccentField, isWrongCode, type TypedCode } from './accent-field.tsx'
import type { BrandField, SavedBrand } from './values/brand-edits.ts'
import { BrandPreview } from './brand-preview.tsx'
import { questionLanguage, summaryOf } from './values/brand-problems.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { AnnouncementFields, ImprintFields } from './language-fields.tsx'
import { QuestionsField } from './questions/questions-field.tsx'
import { SaveBar } from './save-bar.tsx'
import { UnchangedTextsHint } from './values/unchanged-texts-hint.tsx'
import { useBrandForm } from './use-brand-form.ts'
import { ValueSource } from './values/value-source.tsx'

/** Renders the form that changes the brand, with a preview of unsaved changes. */
export function BrandForm({ brand: present, labelledBy }: { brand: SavedBrand; labelledBy: string }) {
  const form = useBrandForm(present)
  const { brand, edits, values, edited, problems, busy, language, setLanguage, errorAt, set, reset, discard } = form
  const { languages } = useSettings()
  const [accentCode, setAccentCode] = useState<TypedCode>({ code: '', isShown: false })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (!isWrongCode(accentCode)) return form.submit(event)
    event.preventDefault()
    setAccentCode({ ...accentCode, isShown: true })
    return document.getElementById('brand-accent-code')?.focus()
  }

  /** Shows the language of a field before the error summary moves the focus to that field. */
  function showLanguage({ target }: MouseEvent) {
    const wrong = target instanceof HTMLAnchorElement ? questionLanguage(target.hash.slice(1)) : null
    if (wrong) flushSync(() => setLanguage(wrong))
  }

  const source = (fields: readonly [BrandField, ...BrandField[]], inFile?: string) => (
    <ValueSource brand={brand} edits={edits} fields={fields} inFile={inFile} onReset={() => reset(fields)} />
  )
  const text = (name: 'name' | 'supportEmail', hint: string) => (
    <div>
      <TextField
        id={`brand-${name}`}
        name={name}
        label={t.fields[name]}
        hint={hint}
        width="l"
        autoComplete="off"
        type={name === 'supportEmail' ? 'email' : 'text'}
        error={errorAt(`brand-${name}`)}
        value={values[name]}
        onChange={(value) => set({ [name]: value })}
      />
      {source([name], brand.file[name])}
    </div>
  )
  return (
    <form className="brand" aria-labelledby={labelledBy} noValidate onSubmit={submit}>
      <div className="brand__fields" onClickCapture={showLanguage}>
        <ErrorSummary title={t.summary} errors={summaryOf(problems, languages)} attempt={problems.attempt} />
        {edited.length > 0 && edits.version !== brand.version ? <ChangedMeanwhile since={edits.version} /> : null}
        {text('name', t.nameHint)}
        <AccentField
          values={values}
          onChange={set}
          source={source(['accentHue', 'accentChroma'])}
          typed={accentCode}
          onTyped={setAccentCode}
        />
        {text('supportEmail', t.supportHint)}
        <ImprintFields
          values={values}
          onChange={set}
          errorAt={errorAt}
          source={source(['imprint'], brand.file.imprint?.address)}
        />
        <AnnouncementFields
          values={values}
          onChange={set}
          errorAt={errorAt}
          source={
            <>
              <UnchangedTextsHint field="announcements" brand={brand} edits={edits} />
              {source(['announcements'], Object.values(brand.file.announcements).join(' · '))}
            </>
          }
        />
        <QuestionsField
          values={values}
          onChange={set}
          errorAt={errorAt}
          language={language}
          onLanguage={setLanguage}
          unchanged={<UnchangedTextsHint field="questions" brand={brand} edits={edits} />}
          source={source(['questions'])}
        />
      </div>
      <BrandPreview values={values} language={language} />
      <SaveBar
        edited={edited.length}
        busy={busy}
        discard={() => {
          setAccentCode({ code: '', isShown: false })
          discard()
        }}
      />
    </form>
  )
}

import type { ReactNode } from 'react'
import type { BrandOverrides, BrandValues } from '../../../../domain/catalogue/brand-values.ts'
import type { Language } from '../../../../domain/language.ts'
import { brandWords } from '#words/admin/settings/brand.ts'
import { useSettings } from '../../../client/page.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

const { imprint: words, announcement, fields, optional } = brandWords

export type BrandFieldProps = {
  values: BrandValues
  onChange: (values: BrandOverrides) => void
  /** Returns the error of the field with an id. */
  errorAt: (id: string) => string | undefined
  /** Shows the origin of the value. */
  source: ReactNode
}

type Imprint = NonNullable<BrandValues['imprint']>
const noImprint: Imprint = { title: '', address: '', translations: {} }

/** Edits the imprint: the page about the seller that the footer links to, with its title in each language. */
export function ImprintFields({ values, onChange, errorAt, source }: BrandFieldProps) {
  const { languages } = useSettings()
  const imprint = values.imprint ?? noImprint
  const put = (part: Partial<typeof imprint>) => onChange({ imprint: emptied({ ...imprint, ...part }) })
  const field = (id: string, label: string, value: string, set: (text: string) => void, hint?: string) => (
    <TextField
      id={`brand-imprint-${id}`}
      name={`imprint-${id}`}
      label={label}
      hint={hint}
      autoComplete="off"
      optional={id.startsWith('translations') ? optional : undefined}
      error={errorAt(`brand-imprint-${id}`)}
      value={value}
      onChange={set}
    />
  )
  return (
    <fieldset className="fieldset stack stack--tight">
      <legend className="field__label">{fields.imprint}</legend>
      <p className="field__hint">{words.hint}</p>
      <div className="form-grid">
        <div className="form-grid__wide">
          {field('address', words.address, imprint.address, (address) => put({ address }), words.addressHint)}
        </div>
        <div className="form-grid__wide">
          {field('title', words.title, imprint.title, (title) => put({ title }), words.titleHint)}
        </div>
        {Object.entries(languages).map(([language, languageName]) => (
          <div key={language}>
            {field(
              `translations-${language}-title`,
              words.titleIn(languageName),
              imprint.translations[language]?.title ?? '',
              (title) => put({ translations: withTitle(imprint.translations, language, title) }),
            )}
          </div>
        ))}
      </div>
      {source}
    </fieldset>
  )
}

/** Removes the imprint if every field is empty. */
const emptied = (imprint: Imprint): BrandValues['imprint'] =>
  imprint.title === '' && imprint.address === '' && Object.keys(imprint.translations).length === 0 ? null : imprint

function withTitle(translations: Imprint['translations'], language: Language, title: string): Imprint['translations'] {
  const { [language]: _, ...others } = translations
  return title === '' ? others : { ...others, [language]: { title } }
}

/** Edits the announcement above every page, in each language. */
export function AnnouncementFields({ values: { announcements }, onChange, errorAt, source }: BrandFieldProps) {
  const { languages } = useSettings()
  return (
    <fieldset className="fieldset stack stack--tight">
      <legend className="field__label">{fields.announcements}</legend>
      <p className="field__hint">{announcement.hint}</p>
      {Object.entries(languages).map(([language, languageName]) => (
        <TextField
          key={language}
          id={`brand-announcements-${language}`}
          name={`announcement-${language}`}
          label={announcement.in(languageName)}
          optional={optional}
          autoComplete="off"
          error={errorAt(`brand-announcements-${language}`)}
          value={announcements[language] ?? ''}
          onChange={(text) => {
            const { [language]: _, ...others } = announcements
            onChange({ announcements: text === '' ? others : { ...others, [language]: text } })
          }}
        />
      ))}
      {source}
    </fieldset>
  )
}

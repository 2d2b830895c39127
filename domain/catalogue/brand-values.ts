import type { z } from 'zod'
import type { AuditedChange, BrandChangeField } from '../audit.ts'
import { shopLanguages, type Language } from '../language.ts'
import type { brandOverridesShape, brandValuesShape } from './brand-shape.ts'
import type { BrandFile, LegalPage, WithTranslations } from './brand.ts'

/** What administrators can change of the brand in the browser. `imprint` is null if the shop has none. */
export type BrandValues = z.output<typeof brandValuesShape>

/** The values that were changed in the browser: they override those of the brand file. */
export type BrandOverrides = z.output<typeof brandOverridesShape>

export const brandValueFields = [
  'name',
  'accentHue',
  'accentChroma',
  'supportEmail',
  'imprint',
  'announcements',
  'questions',
] as const satisfies readonly (keyof BrandValues)[]

export function brandValuesOf(brand: BrandFile): BrandValues {
  const { name, accentHue, accentChroma, supportEmail, legalPages, announcements, questions } = brand
  return { name, accentHue, accentChroma, supportEmail, imprint: legalPages?.imprint ?? null, announcements, questions }
}

/**
 * Puts the values that were changed in the browser into an object with the fields of the brand file: the brand as the
 * server read it, or the content of the file. Every other field stays as it is.
 */
export function withValues<File extends { legalPages?: object }>(file: File, overrides: BrandOverrides): File {
  const { imprint, ...values } = overrides
  if (imprint === undefined) return { ...file, ...values }
  const { imprint: _, ...others } = (file.legalPages ?? {}) as { imprint?: unknown }
  const { legalPages: __, ...rest } = file
  const legalPages = imprint === null ? others : { ...others, imprint }
  return { ...rest, ...values, ...(Object.keys(legalPages).length === 0 ? {} : { legalPages }) } as File
}

/** Returns the differences between two brands for the audit and the history: a line for each text. */
export function brandChanges(before: BrandValues, after: BrandValues): AuditedChange[] {
  const [old, made] = [linesOf(before), linesOf(after)]
  const changes = [...new Set([...old.keys(), ...made.keys()])].flatMap((key) => {
    const [field] = key.split(' ') as [BrandChangeField]
    const change = { field, before: old.get(key) ?? '', after: made.get(key) ?? '' }
    return change.before === change.after ? [] : [change]
  })
  return [...changes, ...shopLanguages().flatMap((language) => orderChange(before, after, language))]
}

/** The texts of a brand by field, language and place. The key of a question is its text, so moving one changes no line. */
function linesOf({ name, supportEmail, imprint, ...values }: BrandValues): Map<string, string> {
  const lines = new Map<string, string>([
    ['brandName', name],
    ['accent', `${values.accentHue}°, ${values.accentChroma}`],
    ['supportEmail', supportEmail],
    ['imprint', imprint === null ? '' : [imprint.address, ...titlesOf(imprint)].join(', ')],
  ])
  for (const language of shopLanguages()) {
    lines.set(`announcement ${language}`, textIn(language, values.announcements[language]))
    for (const { question, answer } of values.questions[language] ?? []) {
      const key = `question ${language} ${question}`
      // The same question may occur twice.
      lines.set(key, [lines.get(key) ?? '', textIn(language, `${question} ${answer}`)].filter(Boolean).join(' / '))
    }
  }
  return lines
}

/** Reports a different order of the questions that both brands contain. */
function orderChange(before: BrandValues, after: BrandValues, language: Language): AuditedChange[] {
  const asked = ({ questions }: BrandValues) => (questions[language] ?? []).map(({ question }) => question)
  const [old, made] = [asked(before), asked(after)]
  const [was, is] = [old.filter((one) => made.includes(one)), made.filter((one) => old.includes(one))]
  const change = { before: textIn(language, was.join(' · ')), after: textIn(language, is.join(' · ')) }
  return change.before === change.after ? [] : [{ field: 'questionOrder', ...change }]
}

const textIn = (language: Language, text = '') => (text === '' ? '' : `${language}: ${text}`)

const titlesOf = ({ title, translations }: WithTranslations<LegalPage>) => [
  title,
  ...shopLanguages().flatMap((language) => textIn(language, translations[language]?.title) || []),
]

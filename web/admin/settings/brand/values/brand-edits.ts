import type { Output } from '../../../../../contract/contract.ts'
import type { Brand } from '../../../../../domain/catalogue/brand.ts'
import {
  brandValueFields,
  type BrandOverrides,
  type BrandValues,
} from '../../../../../domain/catalogue/brand-values.ts'
import type { Language } from '../../../../../domain/language.ts'

export type SavedBrand = Output<'GET /api/v1/settings/brand'>
export type BrandField = keyof BrandValues

/**
 * What an administrator has entered and not saved: changed values, and fields to be reset to the brand file. `version`
 * is the brand's version when they began.
 */
export type BrandEdits = { version: number; set: BrandOverrides; unset: readonly BrandField[] }

export const noEdits = (version: number): BrandEdits => ({ version, set: {}, unset: [] })

/** Returns the values that take precedence over the file once the edits are saved. */
export function overridesWith(
  { overrides }: Pick<SavedBrand, 'overrides'>,
  { set, unset }: BrandEdits,
): BrandOverrides {
  const kept = Object.entries(overrides).filter(([field]) => !unset.includes(field as BrandField))
  return { ...Object.fromEntries(kept), ...set }
}

/** Returns the values in force once the edits are saved. */
export const valuesWith = (brand: SavedBrand, edits: BrandEdits): BrandValues => ({
  ...brand.file,
  ...overridesWith(brand, edits),
})

/** Enters values. A value that is already in force counts as no edit. */
export function enter(brand: SavedBrand, edits: BrandEdits, values: BrandOverrides): BrandEdits {
  const inForce: BrandValues = { ...brand.file, ...brand.overrides }
  const fields = Object.keys(values) as BrandField[]
  const changed = fields.filter((field) => !isSameValue(values[field], inForce[field]))
  const others = without(edits.set, fields)
  const set = { ...others, ...Object.fromEntries(changed.map((field) => [field, values[field]])) }
  return { ...edits, set, unset: edits.unset.filter((field) => !fields.includes(field)) }
}

/** Resets fields to the values of the brand file. */
export function resetToFile(brand: SavedBrand, edits: BrandEdits, fields: readonly BrandField[]): BrandEdits {
  const set = without(edits.set, fields)
  const others = edits.unset.filter((field) => !fields.includes(field))
  return { ...edits, set, unset: [...others, ...fields.filter((field) => Object.hasOwn(brand.overrides, field))] }
}

export const isEdited = ({ set, unset }: BrandEdits, field: BrandField): boolean =>
  Object.hasOwn(set, field) || unset.includes(field)

/** Returns what was entered after the edits that were sent, as edits of the brand that contains those. */
export function editsSince(
  { brand, edits }: { brand: SavedBrand; edits: BrandEdits },
  latest: BrandEdits,
  saved: SavedBrand,
): BrandEdits {
  const [sent, entered] = [overridesWith(brand, edits), overridesWith(brand, latest)]
  const same = brandValueFields.filter((field) => isSameValue(sent[field], entered[field]))
  const reset = brandValueFields.filter((field) => !same.includes(field) && !Object.hasOwn(entered, field))
  return resetToFile(saved, enter(saved, noEdits(saved.version), without(entered, same)), reset)
}

/** Returns the edited fields; the two of the accent count as one. */
export const editedFields = (edits: BrandEdits): BrandField[] =>
  brandValueFields.filter(
    (field) => isEdited(edits, field) && !(field === 'accentChroma' && isEdited(edits, 'accentHue')),
  )

/**
 * Returns the values to send: without surrounding blanks, empty announcements, titles without text, and an empty
 * imprint.
 */
export function tidied(overrides: BrandOverrides): BrandOverrides {
  const { name, supportEmail, imprint, announcements, questions } = overrides
  return {
    ...overrides,
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(supportEmail === undefined ? {} : { supportEmail: supportEmail.trim() }),
    ...(imprint === undefined ? {} : { imprint: tidiedImprint(imprint) }),
    ...(announcements === undefined
      ? {}
      : { announcements: perLanguage(announcements, (text) => text.trim() || undefined) }),
    ...(questions === undefined
      ? {}
      : {
          questions: perLanguage(questions, (given) => {
            const all = given.map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() }))
            return all.length === 0 ? undefined : all
          }),
        }),
  }
}

function tidiedImprint(imprint: BrandValues['imprint']): BrandValues['imprint'] {
  if (imprint === null) return null
  const [title, address] = [imprint.title.trim(), imprint.address.trim()]
  const translations = perLanguage(imprint.translations, (texts) => {
    const words = texts.title?.trim()
    return words ? { title: words } : undefined
  })
  return title === '' && address === '' && Object.keys(translations).length === 0
    ? null
    : { title, address, translations }
}

/** Maps the values of each language, and drops those that are empty. */
function perLanguage<Given, Value>(
  given: Record<Language, Given>,
  valueOf: (given: Given) => Value | undefined,
): Record<Language, Value> {
  const values = Object.entries(given).flatMap(([language, one]) => {
    const value = valueOf(one)
    return value === undefined ? [] : [[language, value] as const]
  })
  return Object.fromEntries(values)
}

/** Returns the brand as a page in a language shows it with these values. */
export function brandInPage(brand: Brand, values: BrandValues, language: Language): Brand {
  const { name, accentHue, accentChroma, supportEmail, imprint, announcements } = values
  const { announcement: _, legalPages, ...others } = brand
  const { imprint: __, ...pages } = legalPages ?? {}
  const announcement = announcements[language]
  const shown = imprint && { title: imprint.translations[language]?.title ?? imprint.title, address: imprint.address }
  return {
    ...others,
    name,
    // The logo shows the earlier name.
    logo: name === brand.name ? brand.logo : null,
    accentHue,
    accentChroma,
    supportEmail,
    legalPages: { ...pages, ...(shown ? { imprint: shown } : {}) },
    ...(announcement ? { announcement } : {}),
  }
}

const without = (set: BrandOverrides, fields: readonly BrandField[]): BrandOverrides =>
  Object.fromEntries(Object.entries(set).filter(([field]) => !fields.includes(field as BrandField)))

/** Returns whether two values are equal, regardless of the order in which their languages were entered. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)])
}

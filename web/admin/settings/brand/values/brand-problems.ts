import type { FieldProblem } from '../../../../../contract/errors.ts'
import type { Language } from '../../../../../domain/language.ts'
import { brandWords as t } from '#words/admin/settings/brand.ts'

/** The problems of the form: of its fields, or of the form as a whole. */
export type Problems = { fields: readonly FieldProblem[]; message: string | null; attempt: number }

/**
 * Returns the id of the field that the server names: `values.questions.en.0.answer` becomes
 * `brand-questions-en-0-answer`.
 */
export const idOf = (field: string): string => field.replace(/^values/, 'brand').replaceAll('.', '-')

/** Returns the problems without those of the fields that have changed. */
export function withoutFields(problems: Problems, changed: readonly string[]): Problems {
  const fields = problems.fields.filter(({ field }) => !changed.includes(field.split('.')[1] ?? ''))
  return { ...problems, fields, message: null }
}

/** Returns the lines of the error summary; one about the whole form has no id. */
export function summaryOf(
  { message, fields }: Problems,
  languages: Record<Language, string>,
): { id?: string; message: string }[] {
  return [
    ...(message ? [{ message }] : []),
    ...fields.map((one) => ({ id: idOf(one.field), message: t.at(fieldLabel(one.field, languages), one.message) })),
  ]
}

/** Returns the language of the first question with a problem; undefined if no question has one. */
export function languageOf(fields: Problems['fields']): Language | undefined {
  return fields.map(({ field }) => questionLanguage(idOf(field))).find((one) => one !== null)
}

/** Returns the language of the question to which a field's id belongs; null for any other field. */
export function questionLanguage(id: string): Language | null {
  return questionAt(id)?.language ?? null
}

const labels: Partial<Record<string, string>> = t.fields

/** Returns the form's label for a field that the server names. `languages`: their names, by their codes. */
function fieldLabel(field: string, languages: Record<Language, string>): string {
  const place = questionAt(idOf(field))
  if (place) return t.questions.at(languages[place.language] ?? place.language, place.index + 1)
  return labels[field.split('.')[1] ?? ''] ?? t.heading
}

function questionAt(id: string): { language: Language; index: number } | null {
  const [, language, index] = /^brand-questions-(.+)-(\d+)-\w+$/.exec(id) ?? []
  return language === undefined ? null : { language, index: Number(index) }
}

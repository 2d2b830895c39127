import type { FieldProblem } from '../../../../contract/errors.ts'
import type { Language } from '../../../../domain/language.ts'
import { brandWords as t } from '#words/admin/brand.ts'

/** What is wrong with the form: at its fields, or with the whole of it. */
export type Problems = { fields: readonly FieldProblem[]; message: string | null; attempt: number }

/** `values.questions.en.0.answer`, as the server names it, is the field `brand-questions-en-0-answer`. */
export const idOf = (field: string): string => field.replace(/^values/, 'brand').replaceAll('.', '-')

/** The language of the question that has the field of an id; null for any other field. */
export function languageOf(id: string): Language | null {
  return questionAt(id)?.language ?? null
}

const labels: Partial<Record<string, string>> = t.fields

/** What the form calls a field of the server. `languages`: their names, by their codes. */
export function labelOf(field: string, languages: Record<Language, string>): string {
  const place = questionAt(idOf(field))
  if (place) return t.questions.at(languages[place.language] ?? place.language, place.index + 1)
  return labels[field.split('.')[1] ?? ''] ?? t.heading
}

function questionAt(id: string): { language: Language; index: number } | null {
  const [, language, index] = /^brand-questions-(.+)-(\d+)-\w+$/.exec(id) ?? []
  return language === undefined ? null : { language, index: Number(index) }
}

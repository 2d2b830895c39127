import { paths } from './screens.ts'

/**
 * The chapters of the handbook for administrators, in its order. Each is a file of docs/handbook/{language}/ and an anchor of its
 * page, the same in every language.
 */
export const handbookChapters = [
  'finding-people',
  'statuses',
  'trials-and-plans',
  'money',
  'payment-issues',
  'reviews',
  'list-matches',
  'corrections',
  'computers',
  'evidence-and-audit',
  'erasure',
  'roles',
  'integrations',
  'settings',
  'keyboard',
] as const
export type HandbookChapter = (typeof handbookChapters)[number]

export const handbookAddress = (chapter: HandbookChapter): string => `${paths.help}#${chapter}`

/** A text, or an element with its name, its attributes and its content. */
export type Piece = string | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...inside: Piece[]]
export type Chapter = { id: string; title: string; body: readonly Piece[] }

import type { ServerWords } from '../../../../i18n/server-words.ts'
import { wordReason } from '../../../../domain/screening/reason-words.ts'
import { csvLine } from '../../../../domain/csv.ts'
import type { Reason } from '../../../../domain/screening/screening.ts'
import type { Evidence, ListEdition } from '../../../store/screening/screening-export.ts'
import type { ScreenedList } from '../../../store/tables/screening.ts'

type Words = Pick<ServerWords, 'evidence' | 'reasons'>

/** Returns the first line: the names of the columns. */
export const evidenceHead = ({ evidence }: Words): string => csvLine(Object.values(evidence.columns))

/**
 * Yields the evidence as CSV, in batches: a line for each reason of a check, one for a check without, one for a run and
 * one for an edition of a list.
 */
export async function* evidenceCsv(
  batches: AsyncGenerator<Evidence[]>,
  words: Words,
  /** A product with its export classification, by its key. */
  classified: (product: string) => string,
): AsyncGenerator<string, void, undefined> {
  for await (const batch of batches) yield batch.map((evidence) => linesOf(evidence, words, classified)).join('')
}

function linesOf(evidence: Evidence, words: Words, classified: (product: string) => string): string {
  if ('list' in evidence) return lineOfList(evidence.list, words)
  return 'run' in evidence ? lineOfRun(evidence.run, words) : linesOfCheck(evidence, words, classified)
}

const blanks = (amount: number) => Array<string>(amount).fill('')

function lineOfList({ files, ...list }: ListEdition, { evidence: t }: Words): string {
  const about = [list.read_at.toISOString(), t.edition, ...blanks(5), 'lists', '', list.accepted_by ?? 'system']
  const named = files.map(({ file, rows, hash }) => `${file} ${rows} ${hash}`).join('; ')
  const text = t.editionOf(named, list.entries, list.retired_at?.toISOString() ?? null)
  return csvLine([...about, list.comment ?? '', listsOf([list]), '', text, list.name, ...blanks(13)])
}

/** Returns what the list stated about the entry on that day. */
function detailsText({ details }: Reason, { evidence: t }: Words): string {
  if (!details) return ''
  const { addresses, birthDates, birthPlaces, nationalities, linkedTo, remarks } = details
  return [
    [t.details.addresses, addresses?.join('; ')],
    [t.details.birthDates, birthDates?.join('; ')],
    [t.details.birthPlaces, birthPlaces?.join('; ')],
    [t.details.nationalities, nationalities?.join('; ')],
    [t.details.linkedTo, linkedTo?.join('; ')],
    [t.details.remarks, remarks],
  ]
    .flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []))
    .join(' | ')
}

const placeText = ({ place }: Reason, { evidence: t }: Words) => (place ? t.place(place.agrees, place.share) : '')

function lineOfRun(run: Extract<Evidence, { run: unknown }>['run'], { evidence: t }: Words): string {
  const about = [run.began_at.toISOString(), t.everybody, ...blanks(5), 'lists', '', 'system']
  return csvLine([...about, t.run(run.people, run.total, run.changed), listsOf(run.lists), ...blanks(16)])
}

function linesOfCheck(
  { person, check, erasedAt }: Extract<Evidence, { check: unknown }>,
  words: Words,
  classified: (product: string) => string,
): string {
  const { evidence: t } = words
  const products = (person.products ?? []).map(classified).join('; ')
  const about = [
    new Date(check.at).toISOString(),
    person.id,
    `${person.firstName} ${person.lastName}`.trim(),
    person.email,
    person.company,
    person.country,
    erasedAt?.toISOString() ?? '',
    check.occasion,
    check.outcome,
    check.decided_by,
    check.comment ?? '',
    listsOf(check.lists),
  ]
  const stated = [person.state, person.city, person.postcode].filter(Boolean).join(', ')
  const { thresholds } = check
  const inForce = thresholds ? t.thresholds(thresholds.hold, thresholds.look, thresholds.lookHolds ?? false) : ''
  const again = [check.last_checked_at ? new Date(check.last_checked_at).toISOString() : '', String(check.repeats)]
  const worded = check.reasons.map((reason) => wordReason(reason, words.reasons))
  const reasons = worded.map(({ kind, text, list, entry, programmes, alias, compared, score, holds }) => [
    kind,
    text,
    list ?? '',
    entry ?? '',
    programmes?.join('; ') ?? '',
    alias ?? '',
    compared ?? '',
    score === undefined ? '' : score.toFixed(3),
    holds ? words.evidence.holds : words.evidence.looks,
  ])
  const details = check.reasons.map((reason) => [detailsText(reason, words), placeText(reason, words)])
  return (reasons.length > 0 ? reasons : [blanks(9)])
    .map((reason, at) =>
      csvLine([...about, ...reason, ...again, ...(details[at] ?? blanks(2)), inForce, products, stated]),
    )
    .join('')
}

function listsOf(lists: readonly ScreenedList[]): string {
  return lists.map(({ name, hash, date }) => [name, date, hash].filter(Boolean).join(' ')).join('; ')
}

import type { Spoken } from '../../../../i18n/spoken.ts'
import { wordReason } from '../../../../domain/screening/reason-words.ts'
import { csvLine } from '../../../../platform/csv.ts'
import type { Evidence } from '../../../store/screening/screening-export.ts'
import type { ScreenedList } from '../../../store/tables/screening.ts'

type Words = Pick<Spoken, 'evidence' | 'reasons'>

/** Returns the first line: the names of the columns. */
export const evidenceHead = ({ evidence }: Words): string => csvLine(Object.values(evidence.columns))

/** Returns the evidence as CSV, in batches: a line for each reason of a check, one for a check without, one for a run. */
export async function* evidenceCsv(
  batches: AsyncGenerator<Evidence[]>,
  words: Words,
): AsyncGenerator<string, void, undefined> {
  for await (const batch of batches)
    yield batch
      .map((evidence) => ('run' in evidence ? lineOfRun(evidence.run, words) : linesOf(evidence, words)))
      .join('')
}

const blanks = (amount: number) => Array<string>(amount).fill('')

function lineOfRun(run: Extract<Evidence, { run: unknown }>['run'], { evidence: t }: Words): string {
  const about = [run.began_at.toISOString(), t.everybody, ...blanks(5), 'lists', '', 'system']
  return csvLine([...about, t.run(run.people, run.total, run.changed), listsOf(run.lists), ...blanks(11)])
}

function linesOf({ person, check, erasedAt }: Extract<Evidence, { check: unknown }>, words: Words): string {
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
  const again = [check.last_checked_at ? new Date(check.last_checked_at).toISOString() : '', String(check.repeats ?? 0)]
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
  return (reasons.length > 0 ? reasons : [blanks(9)]).map((reason) => csvLine([...about, ...reason, ...again])).join('')
}

function listsOf(lists: readonly ScreenedList[]): string {
  return lists.map(({ name, hash, date }) => [name, date, hash].filter(Boolean).join(' ')).join('; ')
}

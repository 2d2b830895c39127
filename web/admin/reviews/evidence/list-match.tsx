import { longDate } from '../../../../domain/calendar.ts'
import { locale } from '#words/locale.ts'
import { reviewWords as t } from '#words/admin/screening/reviews.ts'
import { Fact } from '../../fact.tsx'
import { entryFacts } from './entry-evidence.tsx'
import { markedParts } from './marked-name.ts'
import type { Output } from '../../../../contract/contract.ts'

export type ReviewReason = Output<'GET /api/v1/reviews'>[number]['reasons'][number]

type ListField = 'alias' | 'compared' | 'matched'
type ListMatchProps = Omit<ReviewReason, ListField> & { [K in ListField]: NonNullable<ReviewReason[K]> } & {
  birthDate?: string | null | undefined
}

/**
 * Shows the two names side by side with their matching words marked, how the score came about, and which entry of which
 * list it is.
 */
export function ListMatch({ birthDate, ...reason }: ListMatchProps) {
  const { alias, compared, matched, score, breakdown, entry, entryKind, entryName, list, expired } = reason
  const { programmes = [], listDate = '', readings = {} } = reason
  const isInitials = matched.some(areInitials)
  const kind = entryKind === undefined ? undefined : t.entryKinds.get(entryKind)
  return (
    <dl className="match">
      <Fact label={t.facts.given} className="match__name">
        <MarkedName name={compared} words={matched.flatMap((pair) => pair.compared)} />
        <Reading text={readings.compared} />
      </Fact>
      <Fact label={t.facts.listed} className="match__name">
        <MarkedName name={alias} words={matched.flatMap((pair) => pair.listed)} />
        <Reading text={readings.listed} />
      </Fact>
      <Fact label={t.facts.matched}>{matched.map(pairWords).join('; ')}</Fact>
      {score === undefined ? null : (
        <Fact label={t.facts.score}>
          {breakdown && !isInitials ? t.scoreOf(score, madeOf(breakdown)) : t.score(score)}
        </Fact>
      )}
      {entry === undefined ? null : <Fact label={t.facts.entry}>{t.entry(entry, kind)}</Fact>}
      {entryName === undefined ? null : <Fact label={t.facts.entryName}>{entryName}</Fact>}
      {programmes.length > 0 ? (
        <Fact label={t.facts.programmes(programmes.length)}>{programmes.join('; ')}</Fact>
      ) : null}
      {list === undefined ? null : <Fact label={t.facts.list}>{t.listOf(list, dayOf(listDate))}</Fact>}
      {entryFacts(reason, birthDate).map(({ key, label, text, whole }) => (
        <Fact key={key} label={label} className={whole ? 'match__whole' : undefined}>
          {text}
        </Fact>
      ))}
      {expired === undefined ? null : <Fact label={t.facts.order}>{t.ended(dayOf(expired) ?? expired)}</Fact>}
    </dl>
  )
}

/**
 * Renders a name with its matching words marked. The matches are also stated in words, because screen readers ignore
 * marks.
 */
function MarkedName({ name, words }: { name: string; words: readonly string[] }) {
  return (
    <bdi>
      {markedParts(name, words).map(({ text, matched }, place) =>
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text, in its order
        matched ? <mark key={place}>{text}</mark> : <span key={place}>{text}</span>,
      )}
    </bdi>
  )
}

function Reading({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className="small soft"> {t.reading(text)}</span>
}

/**
 * Returns whether one name is the initials of the other: the comparison then pairs its only word with several words.
 */
const areInitials = ({ compared, listed, likeness }: ListMatchProps['matched'][number]) =>
  likeness === 0.9 && Math.min(compared.length, listed.length) === 1 && Math.max(compared.length, listed.length) > 2

function pairWords(pair: ListMatchProps['matched'][number]): string {
  const { compared, listed, likeness } = pair
  if (areInitials(pair)) {
    const [short, long] = compared.length === 1 ? [compared, listed] : [listed, compared]
    return t.initials(short.join(' '), long.join(' '))
  }
  return t.pair(compared.join(' '), listed.join(' '), likeness < 0.995 ? likeness : null)
}

/** Returns the parts of a score that contribute at least half a per cent, the largest first. */
function madeOf(breakdown: NonNullable<ReviewReason['breakdown']>): string[] {
  const { unlike, contradicting, askedOnly, listedOnly, common, spelling } = breakdown
  const shares = Object.entries({ unlike, contradicting, askedOnly, listedOnly, common, spelling }) as [
    keyof typeof t.madeOf,
    number,
  ][]
  return shares
    .filter(([, share]) => share >= 0.005)
    .toSorted(([, one], [, other]) => other - one)
    .map(([part, share]) => (part === 'spelling' ? t.gained : t.lost)(t.madeOf[part], share))
}

/** Returns a date of a list as text, null if the list has none. */
function dayOf(date: string): string | null {
  const day = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? null : longDate(day, locale)
}

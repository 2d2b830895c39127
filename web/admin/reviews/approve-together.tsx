import { useState } from 'react'
import { addressKinds } from '../../../domain/screening/address-kinds.ts'
import type { Output } from '../../../contract/contract.ts'
import { reviewWords } from '#words/admin/screening/reviews.ts'
import { call, messageOf } from '../../client/api.ts'
import { ResultsDialog } from '../acts/results-dialog.tsx'
import { fullName } from '../acts/rows.ts'
import { useRefresh } from '../../client/queries.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

const t = reviewWords.together
export type Review = Output<'GET /api/v1/reviews'>[number]

const kinds: ReadonlySet<string> = new Set(addressKinds)

/**
 * Returns whether a person is on hold only because of the domain of their email address. A match with a list or a
 * denied country is decided individually.
 */
export function mayBeTogether({ subscriber, reasons }: Review): boolean {
  return !subscriber.deniedCountry && reasons.length > 0 && reasons.every(({ kind }) => kinds.has(kind))
}

type Result = { id: string; name: string; fault: string | null }

/** Approves several people with one reason, each separately, and shows the result of each. Mounted while it is open. */
export function ApproveTogether({ reviews, onClose }: { reviews: readonly Review[]; onClose: () => void }) {
  // Approved people disappear from the list below.
  const [people] = useState(reviews)
  const [reached, setReached] = useState(0)
  const [results, setResults] = useState<Result[]>()
  const refresh = useRefresh()

  async function act(comment: string) {
    const found: Result[] = []
    for (const review of people) {
      setReached(found.length + 1)
      // One after the other: a hundred concurrent calls would delay those of everyone else.
      found.push(await approve(review, comment))
    }
    setResults(found)
    await refresh()
  }

  if (results)
    return (
      <ResultsDialog
        title={t.done(results.filter(({ fault }) => fault === null).length)}
        results={results}
        words={{ close: t.close, results: t.results, done: t.approved, failed: t.failed }}
        onClose={onClose}
      />
    )
  return (
    <ReasonDialog
      title={t.title(people.length)}
      words={{
        confirm: reviewWords.approve.button,
        doing: t.doing(Math.max(1, reached), people.length),
        failed: reviewWords.approve.failed,
      }}
      draft={['approve-together', ...people.map(({ subscriber }) => subscriber.id).toSorted()].join(' ')}
      text={
        <div className="stack stack--tight">
          <p>{t.text}</p>
          <ul className="together">
            {people.map(({ subscriber }) => (
              <li key={subscriber.id} className="anywhere">
                {fullName(subscriber)}, {subscriber.email}
              </li>
            ))}
          </ul>
        </div>
      }
      hint={reviewWords.reasonHint}
      act={act}
      onClose={onClose}
    />
  )
}

async function approve({ subscriber, since, reasons }: Review, comment: string): Promise<Result> {
  const { id: subscriberId } = subscriber
  const seen = reasons.map(({ key }) => key)
  const fault = await call('POST /api/v1/reviews/approve/{subscriberId}', {
    path: { subscriberId },
    body: { comment, since, seen },
  }).then(
    () => null,
    (error: unknown) => messageOf(error, reviewWords.approve.failed),
  )
  return { id: subscriberId, name: fullName(subscriber), fault }
}

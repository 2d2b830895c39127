import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import { needsAdministrator } from '../../../domain/registration/correction.ts'
import { reviewWords as t } from '#words/admin/reviews.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { useIsAdministrator } from '../use-role.ts'
import { mayBeTogether, type Review } from './approve-together.tsx'
import { useIsOwn, type Decision } from './decision-dialog.tsx'
import { ReviewRow } from './review-row.tsx'
import { domainOf } from './reviews-place.ts'

type ReviewsTableProps = {
  label: string
  reviews: readonly Review[]
  grouped: boolean
  open: Review | undefined
  onOpen: (review: Review) => void
  /** The details of the open person, if they follow the row; null if they are beside the table. */
  detail: ReactNode
  /** Null if there is no decision to make. */
  decide: ((decision: Decision) => void) | null
  chosen: ReadonlySet<string>
  choose: (some: readonly Review[], on: boolean) => void
  approve: (reviews: readonly Review[]) => void
}

/**
 * Renders everyone in the list, one row each, individually or grouped by the domain of their address. While the focus
 * is in the list, J and K move between people, and A and R decide about the open one.
 */
export function ReviewsTable(props: ReviewsTableProps) {
  const { label, reviews, grouped, open, onOpen, detail, decide, chosen, choose, approve } = props
  const isAdministrator = useIsAdministrator()
  const isOwn = useIsOwn(open?.approval)
  const eligible = decide === null ? [] : reviews.filter(mayBeTogether)
  const selected = eligible.filter(({ subscriber }) => chosen.has(subscriber.id))
  const groups = grouped
    ? [...Map.groupBy(reviews, ({ subscriber }) => domainOf(subscriber.email))]
    : ([['', reviews]] as const)
  const order = groups.flatMap(([, members]) => members)

  function press(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !open) return
    const at = order.indexOf(open)
    const to = { j: at + 1, ArrowDown: at + 1, k: at - 1, ArrowUp: at - 1 }[event.key]
    if (to !== undefined) {
      const next = order[to]
      if (next) {
        onOpen(next)
        document.querySelector<HTMLElement>(`[data-review="${next.subscriber.id}"]`)?.focus()
      }
    } else if (decide && (event.key === 'a' || event.key === 'r')) {
      const kind = event.key === 'a' ? 'approve' : 'refuse'
      const { subscriber: person, since, reasons, approval } = open
      const mayClear = isAdministrator || !needsAdministrator(person.dplStatus, reasons)
      if (kind === 'refuse' || (mayClear && !isOwn)) decide({ kind, person, since, reasons, approval })
    } else return
    event.preventDefault()
  }

  return (
    <div className="stack stack--tight">
      {eligible.length > 1 ? (
        <div className="together-bar">
          <p className="small soft">{t.together.hint}</p>
          <div className="cluster">
            <Checkbox
              id="select-all"
              name="all"
              label={t.together.selectAll(eligible.length)}
              checked={selected.length === eligible.length}
              onChange={(on) => choose(eligible, on)}
            />
            <Button size="small" variant="quiet" disabled={selected.length === 0} onClick={() => approve(selected)}>
              {t.together.button(selected.length)}
            </Button>
          </div>
        </div>
      ) : null}
      <div className="table-frame">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens to what its buttons let rise */}
        <table className="table review-table" aria-labelledby={label} onKeyDown={press}>
          <thead>
            <tr>
              <th scope="col" className="review-table__box">
                <span className="visually-hidden">{t.columns.select}</span>
              </th>
              <th scope="col">{t.columns.who}</th>
              <th scope="col">{t.columns.state}</th>
              <th scope="col">{t.columns.why}</th>
              <th scope="col">{t.columns.since}</th>
              <th scope="col">
                <span className="visually-hidden">{t.columns.answer}</span>
              </th>
            </tr>
          </thead>
          {groups.map(([domain, members]) => {
            const together = members.filter((one) => eligible.includes(one))
            return (
              <tbody key={domain}>
                {grouped ? (
                  <tr className="review-table__group">
                    <td className="review-table__box">
                      {together.length > 0 && eligible.length > 1 ? (
                        <Checkbox
                          id={`select-${domain}`}
                          name="group"
                          label={<span className="visually-hidden">{t.together.select(domain)}</span>}
                          checked={together.every(({ subscriber }) => chosen.has(subscriber.id))}
                          onChange={(on) => choose(together, on)}
                        />
                      ) : null}
                    </td>
                    <th scope="rowgroup" colSpan={5}>
                      {t.domain(domain, members.length)}
                    </th>
                  </tr>
                ) : null}
                {members.map((review) => (
                  <Fragment key={review.subscriber.id}>
                    <ReviewRow
                      review={review}
                      open={review === open}
                      onOpen={() => onOpen(review)}
                      decide={decide}
                      selected={
                        eligible.length > 1 && eligible.includes(review) ? chosen.has(review.subscriber.id) : undefined
                      }
                      select={(on) => choose([review], on)}
                    />
                    {detail && review === open ? (
                      <tr className="review-table__detail">
                        <td colSpan={6}>{detail}</td>
                      </tr>
                    ) : null}
                  </Fragment>
                ))}
              </tbody>
            )
          })}
        </table>
      </div>
      {decide === null ? null : <p className="small soft review-keys">{t.keys}</p>}
    </div>
  )
}

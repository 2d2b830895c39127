import { reviewWords } from '#words/admin/screening/reviews.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import type { Review } from './approve-together.tsx'

const t = reviewWords.together

/** The people who may be approved together, and which of them are chosen. */
export type Together = {
  /** Empty if it is at most one. */
  eligible: readonly Review[]
  isChosen: (review: Review) => boolean
  choose: (some: readonly Review[], on: boolean) => void
}

type TogetherBarProps = { together: Together; approve: (reviews: readonly Review[]) => void }

/** Chooses everyone who may be approved together, and approves the chosen ones. */
export function TogetherBar({ together: { eligible, isChosen, choose }, approve }: TogetherBarProps) {
  const chosen = eligible.filter(isChosen)
  return (
    <div className="together-bar">
      <p className="small soft">{t.hint}</p>
      <div className="cluster">
        <Checkbox
          id="select-all"
          name="all"
          label={t.selectAll(eligible.length)}
          checked={chosen.length === eligible.length}
          onChange={(on) => choose(eligible, on)}
        />
        <Button size="small" variant="quiet" disabled={chosen.length === 0} onClick={() => approve(chosen)}>
          {t.button(chosen.length)}
        </Button>
      </div>
    </div>
  )
}

type DomainRowProps = { domain: string; members: readonly Review[]; together: Together }

/** The heading above the people of a domain, which chooses those who may be approved together. */
export function DomainRow({ domain, members, together: { eligible, isChosen, choose } }: DomainRowProps) {
  const some = members.filter((one) => eligible.includes(one))
  return (
    <tr className="review-table__group">
      <td className="review-table__box">
        {some.length > 0 ? (
          <Checkbox
            id={`select-${domain}`}
            name="group"
            label={<span className="visually-hidden">{t.select(domain)}</span>}
            checked={some.every(isChosen)}
            onChange={(on) => choose(some, on)}
          />
        ) : null}
      </td>
      <th scope="rowgroup" colSpan={5}>
        {reviewWords.domain(domain, members.length)}
      </th>
    </tr>
  )
}

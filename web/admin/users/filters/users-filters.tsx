import type { Output } from '../../../../contract/contract.ts'
import { subscriptionStatuses } from '../../../../domain/subscription/subscription.ts'
import { revenueFilters } from '../../../../domain/subscription/subscription-list.ts'
import { adminWords as t } from '#words/admin/admin.ts'
import { Chip } from '../../chip.tsx'
import { pastDue, type FilterId } from '../users-place.ts'
import { subscriptionTypes } from '../../../../domain/catalogue/plan.ts'

export type Facets = Output<'GET /api/v1/subscriptions/facets'>

type Count = Facets['counts'][number]
const groups = [
  { name: t.list.filterStatus, ids: subscriptionStatuses, words: t.status, of: ({ status }: Count) => status },
  { name: t.list.filterType, ids: subscriptionTypes, words: t.type, of: ({ type }: Count) => type },
] as const

const kinds: readonly string[] = [...subscriptionStatuses, ...subscriptionTypes]
/** Returns whether a filter is a status or a type; the facets count by these. */
export const isKind = (filter: FilterId): boolean => kinds.includes(filter)

type UsersFiltersProps = {
  chosen: readonly FilterId[]
  facets: Facets | undefined
  onToggle: (id: FilterId) => void
}

/**
 * Renders a chip for each status and type. A pressed chip filters the list; its number states how many rows would
 * remain.
 */
export function UsersFilters({ chosen, facets, onToggle }: UsersFiltersProps) {
  const payment = (
    <div key="payment" role="group" aria-label={t.list.filterPayment} className="chips">
      {revenueFilters.map((id) => (
        <Chip key={id} on={chosen.includes(id)} onPress={() => onToggle(id)}>
          {t.list[id]}
        </Chip>
      ))}
      <Chip on={chosen.includes(pastDue)} onPress={() => onToggle(pastDue)}>
        {t.list.pastDue}
        <span className="chip__count">{facets && t.list.count(countOf(facets, chosen, { of: 'pastDue' }), true)}</span>
      </Chip>
    </div>
  )
  const chips = groups.map(({ name, ids, words, of }) => (
    <div key={name} role="group" aria-label={name} className="chips">
      {ids.map((id: FilterId) => {
        const others = chosen.filter((one) => !(ids as readonly FilterId[]).includes(one))
        return (
          <Chip key={id} on={chosen.includes(id)} onPress={() => onToggle(id)}>
            {(words as Record<string, string>)[id]}
            <span className="chip__count">
              {facets && t.list.count(countOf(facets, others, { also: (count) => of(count) === id }), facets.exact)}
            </span>
          </Chip>
        )
      })}
    </div>
  ))
  return [...chips, payment]
}

type FilterCount = { also?: (count: Count) => boolean; of?: 'count' | 'pastDue' }

/** Counts the rows that match any filter of each group, or, of these, the ones that are past due. */
export function countOf(
  facets: Facets,
  filters: readonly FilterId[],
  { also = () => true, of = 'count' }: FilterCount = {},
): number {
  const fits = (ids: readonly FilterId[], value: FilterId | null) => {
    const asked = filters.filter((filter) => ids.includes(filter))
    return asked.length === 0 || (value !== null && asked.includes(value))
  }
  return facets.counts
    .filter((one) => fits(subscriptionStatuses, one.status) && fits(subscriptionTypes, one.type) && also(one))
    .reduce((sum, one) => sum + one[of], 0)
}

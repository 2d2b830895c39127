import { listLimits } from '../../../../domain/limits.ts'
import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import { callPage, type ListPage } from '../../../client/api.ts'
import type { AdminRow } from '../../acts/rows.ts'
import { criteriaQuery, type Criteria } from '../users-place.ts'

/** Returns the rows of a list from its top, as many as may be selected. */
export async function allRows(criteria: Criteria): Promise<AdminRow[]> {
  const rows: AdminRow[] = []
  let next: string | null = null
  do {
    const limit = String(Math.min(listLimits.pageMax, maxSelected - rows.length))
    const query = { ...criteriaQuery(criteria), limit, ...(next === null ? {} : { cursor: next }) }
    const page: ListPage<'GET /api/v1/subscriptions'> = await callPage('GET /api/v1/subscriptions', { query })
    rows.push(...page.items)
    next = page.next
  } while (next !== null && rows.length < maxSelected)
  return rows
}

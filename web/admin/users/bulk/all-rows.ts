import { listLimits } from '../../../../domain/limits.ts'
import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import { callPage } from '../../../client/api.ts'
import type { AdminPage, AdminRow } from '../../acts/rows.ts'
import { criteriaQuery, type Criteria } from '../users-place.ts'

/** Returns the rows of a list from its top, as many as may be selected. */
export async function allRows(criteria: Criteria): Promise<AdminRow[]> {
  const rows: AdminRow[] = []
  let next: string | null = null
  do {
    const limit = String(Math.min(listLimits.pageMost, maxSelected - rows.length))
    const query: Record<string, string> = {
      ...criteriaQuery(criteria),
      limit,
      ...(next === null ? {} : { cursor: next }),
    }
    const page: AdminPage = await callPage('GET /api/v1/subscriptions', { query })
    rows.push(...page.items)
    next = page.next
  } while (next !== null && rows.length < maxSelected)
  return rows
}

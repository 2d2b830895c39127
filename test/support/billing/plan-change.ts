import type { AdminRow } from '../admin/admin-calls.ts'
import { read } from '../admin/admin-page.ts'
import type { TestVisitor } from '../http/visitor.ts'

export type PlanPreview = { at: string; dueNow: number }
export type PlanChange = PlanPreview & {
  plan: string
  comment: string
  seen: string | null
  seenComment: string | null
}

export const previewPath = (id: string, plan: string) => `/api/v1/subscriptions/plan-preview/${id}?plan=${plan}`

/**
 * Returns what the administrator's page sends to change a plan: a preview made now, unless another is given, and the
 * values it showed.
 */
export async function planChangeTo(
  administrator: TestVisitor,
  { id }: { id: string },
  plan: string,
  preview?: PlanPreview,
): Promise<PlanChange> {
  const row = await read<AdminRow>(administrator, `/api/v1/subscriptions/${id}`)
  const { at, dueNow } = preview ?? (await read<PlanPreview>(administrator, previewPath(id, plan)))
  return { plan, at, dueNow, comment: 'asked by phone', seen: row.endDate, seenComment: row.latestComment }
}

import { paths } from '../../../contract/screens.ts'
import { queueWords as t } from '#words/admin/queue.ts'
import { useAdminCall } from '../admin-call.ts'

/** How often, in ms, the numbers in the header are requested. */
const every = 60_000

/**
 * Shows how many items wait on a page of the admin area, beside its link in the header; renders nothing if there are
 * none.
 */
export function WaitingCount({ href }: { href: string }) {
  const { data } = useAdminCall('GET /api/v1/queue', {}, every)
  if (!data) return null
  const { reviews, paymentIssues, mails, jobs, erasures } = data
  const amount = href === paths.reviews ? reviews : href === paths.queue ? paymentIssues + mails + jobs + erasures : 0
  return amount === 0 ? null : <span className="waiting-count">{t.waiting(amount)}</span>
}

import { queueWords as t } from '#words/admin/queue.ts'
import { PaymentIssues } from '../billing/payment-issues.tsx'
import { FailedMails } from '../mails/mails.tsx'
import { ErasureRequests } from './erasure-requests.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { OldLists } from '../screening/old-lists.tsx'

/** Shows everything that waits for an administrator, except reviews. */
export function QueueScreen() {
  return (
    <div className="page page--wide admin-page queue">
      <OldLists />
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">{t.lead}</p>
      </div>
      <PaymentIssues />
      <ErasureRequests />
      <FailedMails />
      <FailedJobs />
    </div>
  )
}

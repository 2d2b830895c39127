import { refuse } from '../../../contract/errors.ts'
import type { AppContext } from '../../context.ts'
import { approvalInForce, recordAct } from '../../store/admin/audit.ts'
import { forgetCleared } from '../../store/screening/cleared-domains.ts'
import { withdrawExceptions } from '../../store/screening/exceptions.ts'
import { reasonsOfReview, recordCheck } from '../../store/screening/records.ts'
import { openReasonsOf } from '../../store/screening/open-reasons.ts'
import { tellPerson } from '../../store/messages.ts'
import { asPerson, updateSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import { lockForAct, type Administrator } from '../accounts/administrator.ts'
import { clearanceChanged } from '../subscriptions/clearance-changed.ts'
import { clearedPairs } from './review-subscriber.ts'

/**
 * Withdraws an approval: the reasons that it cleared apply again, and the person is on hold until a reviewer decides,
 * whatever checks find meanwhile. Refuses with 409 a person without an approval, and administrators' own.
 */
export async function withdrawApproval(
  context: AppContext,
  id: string,
  { comment, by }: { comment: string; by: Administrator },
): Promise<Subscriber> {
  return context.transact(async (db) => {
    const before = await lockForAct(db, id, by)
    const approval = await approvalInForce(db, id)
    if (!approval || before.dpl_status !== 'PASS') return refuse('NO_APPROVAL')
    const now = context.now()
    await withdrawExceptions(db, id, approval.at)
    const pairs = clearedPairs(await reasonsOfReview(db, id, approval.at))
    await forgetCleared(db, pairs.flatMap(context.domainHashes), approval)
    const reasons = (await openReasonsOf(db, [id])).get(id) ?? []
    const onHold = { dpl_status: 'PENDING', review_since: now, approval_withdrawn_at: now } as const
    await updateSubscriber(db, id, onHold)
    await recordCheck(
      db,
      { subscriber: before, occasion: 'review', outcome: 'PENDING', reasons, lists: [], decidedBy: by.email, comment },
      now,
    )
    const changes = [{ field: 'review', before: before.dpl_status, after: onHold.dpl_status }] as const
    await recordAct(db, { by, act: 'withdraw-approval', subscriberId: id, comment, changes }, now)
    const after: Subscriber = { ...before, ...onHold }
    await tellPerson(db, id, asPerson(before), asPerson(after), now)
    await clearanceChanged(db, context, after)
    return after
  })
}

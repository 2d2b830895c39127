import type { AppContext } from '../../context.ts'
import { dropCorrection, waitingReason } from '../../store/subscribers/corrections.ts'
import { recordCheck } from '../../store/screening/records.ts'
import type { Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { applyDetails } from '../accounts/correct-details.ts'
import type { ScreenPerson } from '../screening/screen-first.ts'

type Decision = { comment: string; by: string }

/** Applies a waiting correction. The person is cleared or put on hold by the findings about the new details. */
export async function applyCorrection(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  decision: Decision,
  check: ScreenPerson,
): Promise<Subscriber> {
  const { correction } = before
  if (!correction) throw new Error('no correction waits')
  const after = await applyDetails(db, context, before, correction.details, check)
  await recordDecision(db, context, before, decision, after)
  return after
}

/** Discards a waiting correction, without any other change. */
export async function discardCorrection(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  decision: Decision,
): Promise<Subscriber> {
  const after = await dropCorrection(db, before)
  await recordDecision(db, context, before, decision, after)
  return after
}

async function recordDecision(
  db: Trx,
  context: AppContext,
  before: Subscriber,
  { comment, by }: Decision,
  after: Subscriber,
): Promise<void> {
  const reason = waitingReason(before)
  const reasons = reason ? [reason] : []
  const { dpl_status: outcome } = after
  const check = { subscriber: after, occasion: 'review', outcome, reasons, lists: [], decidedBy: by, comment }
  await recordCheck(db, check, context.now())
}

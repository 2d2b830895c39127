import { useCallback } from 'react'
import { isMostlyOver } from '../../../domain/billing/payments/owed.ts'
import { isOver, longDate } from '../../../domain/calendar.ts'
import type { Entry } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { paymentWords as t } from '#words/account/payments.ts'
import type { PaymentLine } from '../../billing/invoice-text.ts'
import { useSettings } from '../../client/page.tsx'
import { useCall, useRefresh } from '../../client/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/loading/hydrated.ts'
import { Panel } from '../../ui/panel.tsx'
import { useReturn } from '../../ui/links/use-return.ts'
import { ManageButton } from './manage-button.tsx'
import { SubscribeAgain } from './subscribe-again.tsx'

type Subscription = Entry['subscription']

const written = (date: string) => longDate(date, locale)

/** Shows a payment that failed or waits for the customer, the end of access, and how to pay or subscribe again. */
export function OverduePayment({ entry, over }: { entry: Entry; over: boolean }) {
  const { plan, subscription } = entry
  const { status, payment } = subscription
  const { graceUntil, retryAt, payUrl } = payment
  const { now } = useSettings()
  const confirms = payment.state === 'action_required'
  const failure = useFailure(subscription)
  const refresh = useRefresh()
  // A person who returns from paying sees the result.
  useReturn(useCallback(() => void refresh(), [refresh]))
  const until = graceUntil === null ? null : written(graceUntil)
  const title = status === 'expired' ? t.openInvoice : confirms ? t.confirmTitle : failedTitle(failure?.at)
  const late = retryAt !== null && graceUntil !== null && isOver(new Date(graceUntil), new Date(retryAt))
  const todo = confirms ? t.confirmText : payUrl ? t.payOrUpdate : t.updateCardText
  const { periodStart = null, periodEnd = null } = failure ?? {}
  // A new subscription gives more for the price then.
  const isLate =
    over &&
    periodStart !== null &&
    periodEnd !== null &&
    isMostlyOver({ start: new Date(periodStart), end: new Date(periodEnd) }, new Date(now))
  return (
    <Panel tone={confirms ? 'amber' : 'red'} icon="warning" title={title}>
      {until === null ? null : <p>{todo(until)}</p>}
      {status === 'expired' && periodEnd !== null ? <p>{t.paysUntil(written(periodEnd))}</p> : null}
      {over ? <p>{t.subscribeInstead}</p> : null}
      {retryAt === null ? null : <p>{(late ? t.lateRetry : t.retry)(written(retryAt))}</p>}
      <div className="cluster">
        {payUrl ? (
          <a className={buttonClass({ variant: isLate ? 'quiet' : 'primary' })} href={payUrl}>
            {confirms ? t.confirm : t.payNow}
          </a>
        ) : null}
        {over ? <SubscribeAgain plan={plan} variant={isLate ? 'primary' : 'quiet'} /> : null}
        <ManageButton plan={plan.name} label={t.updateCard} variant={payUrl ? 'quiet' : 'primary'} />
      </div>
    </Panel>
  )
}

const failedTitle = (at: string | undefined) => (at ? t.failedOn(written(at)) : t.failed)

/** Returns the last failed payment; undefined until the payments have been requested. */
function useFailure({ id }: Subscription): PaymentLine | undefined {
  const { data } = useCall('GET /api/v1/subscriptions/payments/{id}', { path: { id } })
  // The invoices request the same payments. If these arrive before the script of this part, its first render would
  // differ from the server's markup, which has no day.
  return useHydrated() ? data?.findLast(({ kind }) => kind === 'failure') : undefined
}

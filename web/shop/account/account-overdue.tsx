import { useCallback } from 'react'
import { isOver, longDate } from '../../../domain/calendar.ts'
import type { Entry } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { paymentWords as t } from '#words/account/payments.ts'
import { useCall, useRefresh } from '../../client/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/loading/hydrated.ts'
import { Panel } from '../../ui/panel.tsx'
import { useReturn } from '../../ui/links/use-return.ts'
import { ManageButton } from './manage-button.tsx'

type Subscription = Entry['subscription']

const written = (date: string) => longDate(date, locale)

/** Shows a payment that failed or waits for the customer, the end of access, and how to pay. */
export function OverduePayment({ plan, subscription }: { plan: string; subscription: Subscription }) {
  const { status, payment } = subscription
  const { graceUntil, retryAt, payUrl } = payment
  const confirms = payment.state === 'action_required'
  const failure = useFailure(subscription)
  const refresh = useRefresh()
  // A person who returns from paying sees the result.
  useReturn(useCallback(() => void refresh(), [refresh]))
  const until = graceUntil === null ? null : written(graceUntil)
  const title = status === 'expired' ? t.openInvoice : confirms ? t.confirmTitle : failedTitle(failure)
  const late = retryAt !== null && graceUntil !== null && isOver(new Date(graceUntil), new Date(retryAt))
  const todo = confirms ? t.confirmText : payUrl ? t.payOrUpdate : t.updateCardText
  return (
    <Panel tone={confirms ? 'amber' : 'red'} icon="warning" title={title}>
      {until === null ? null : <p>{todo(until)}</p>}
      {retryAt === null ? null : <p>{(late ? t.lateRetry : t.retry)(written(retryAt))}</p>}
      <div className="cluster">
        {payUrl ? (
          <a className={buttonClass({ variant: 'primary' })} href={payUrl}>
            {confirms ? t.confirm : t.payNow}
          </a>
        ) : null}
        <ManageButton plan={plan} label={t.updateCard} variant={payUrl ? 'quiet' : 'primary'} />
      </div>
    </Panel>
  )
}

const failedTitle = (failure: string | undefined) => (failure ? t.failedOn(written(failure)) : t.failed)

/** Returns the day of the last failed payment; undefined until the payments have been requested. */
function useFailure({ id }: Subscription): string | undefined {
  const { data } = useCall('GET /api/v1/subscriptions/payments/{id}', { path: { id } })
  // The invoices request the same payments. If these arrive before the script of this part, its first render would
  // differ from the server's markup, which has no day.
  return useHydrated() ? data?.findLast(({ kind }) => kind === 'failure')?.at : undefined
}

import { Suspense } from 'react'
import { limitedBilling, paths, type Entry } from '../../../contract/screens.ts'
import { paymentWords } from '#words/account/payments.ts'
import { accountWords as t } from '#words/account/account.ts'
import { shopWords } from '#words/shop/shop.ts'
import { accountInvoices, accountSettings } from './lazy-parts.ts'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { useLocation } from '../../client/location.tsx'
import { usePosted, useVisitor } from '../../client/page.tsx'
import { useLoading } from '../../ui/loading/use-loading.ts'
import { Panel } from '../../ui/panel.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { SkeletonLines } from '../../ui/loading/skeleton.tsx'
import { AccountOrder } from './account-order.tsx'
import { AccountSubscription } from './account-subscription.tsx'
import { isBilled } from '../../billing/payment.ts'

/** Shows a person's subscriptions, and the possible actions on each. */
export function AccountScreen() {
  const { entries, orders, user } = useVisitor()
  // Errors of a field are shown in its form.
  const posted = usePosted()
  const { search } = useLocation()
  const billed = entries.filter(({ subscription }) => isBilled(subscription.payment))
  return (
    <div className="page page--narrow stack stack--loose">
      {posted && posted.errors.length > 0 ? null : <PostedProblem />}
      <div className="stack stack--tight">
        <h1>{t.heading}</h1>
        <p className="soft anywhere">{user?.email}</p>
      </div>
      {search === `?${limitedBilling}` ? (
        <Panel title={t.billingLimited.title}>
          <p>{t.billingLimited.text}</p>
        </Panel>
      ) : null}
      {entries.length + orders.length === 0 ? (
        <section className="card stack">
          <p>{t.empty}</p>
          <div>
            <LinkButton href={paths.plans}>{t.seePlans}</LinkButton>
          </div>
        </section>
      ) : null}
      {orders.map((order) => (
        <AccountOrder key={order.id} order={order} />
      ))}
      {entries.map((entry) => (
        <AccountSubscription key={entry.subscription.id} entry={entry} />
      ))}
      {billed.length === 0 ? null : <Invoices entries={billed} />}
      <section className="card settings">
        <Suspense fallback={<SkeletonLines label={shopWords.loading} count={3} />}>
          <accountSettings.Screen />
        </Suspense>
      </section>
    </div>
  )
}

/** Requested after hydration, because they come from the billing provider. */
function Invoices({ entries }: { entries: readonly Entry[] }) {
  const state = useLoading(accountInvoices)
  return (
    <section className="card stack">
      <h2>{paymentWords.invoices.heading}</h2>
      <noscript>{paymentWords.invoices.noScripts}</noscript>
      <div className="needs-scripts stack">
        {state === 'ready' ? (
          <accountInvoices.Screen entries={entries} />
        ) : state === 'failed' ? (
          <p>{t.failed}</p>
        ) : (
          <SkeletonLines label={shopWords.loading} count={3} />
        )}
      </div>
    </section>
  )
}

import { lazy, Suspense } from 'react'
import { limitedBilling, paths, type Entry } from '../../../contract/screens.ts'
import { paymentWords } from '#words/account/payments.ts'
import { accountWords as t } from '#words/account/account.ts'
import { shopWords } from '#words/shop/shop.ts'
import { accountSettings } from './lazy-parts.ts'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { useLocation } from '../../client/location.tsx'
import { usePosted, useVisitor } from '../../client/page.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import { Panel } from '../../ui/panel.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { AccountOrder } from './account-order.tsx'
import { AccountSubscription } from './account-subscription.tsx'
import { isBilled } from '../../billing/payment.ts'

/** Shows a person's subscriptions, and the possible actions on each. */
export function AccountScreen() {
  const { entries, orders, user } = useVisitor()
  // Errors of a field are shown in its form.
  const posted = usePosted()
  const { search } = useLocation()
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
      <Invoices entries={entries} />
      <section className="card settings">
        <Suspense fallback={<SkeletonLines label={shopWords.loading} count={3} />}>
          <accountSettings.Screen />
        </Suspense>
      </section>
    </div>
  )
}

/** Loaded after hydration, because the invoices come from the billing provider anyway. */
const AccountInvoices = lazy(() =>
  import('./account-invoices.tsx').then(
    (loaded) => ({ default: loaded.AccountInvoices }),
    () => ({ default: () => <p>{t.failed}</p> }),
  ),
)

/** Renders nothing for a person who never had anything to pay. */
function Invoices({ entries }: { entries: readonly Entry[] }) {
  const hydrated = useHydrated()
  const billed = entries.filter(({ subscription }) => isBilled(subscription.payment))
  if (billed.length === 0) return null
  const waiting = <SkeletonLines label={shopWords.loading} count={3} />
  return (
    <section className="card stack">
      <h2>{paymentWords.invoices.heading}</h2>
      <noscript>{paymentWords.invoices.noScripts}</noscript>
      <div className="needs-scripts stack">
        {hydrated ? (
          <Suspense fallback={waiting}>
            <AccountInvoices entries={billed} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </section>
  )
}

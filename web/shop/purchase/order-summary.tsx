import { Suspense } from 'react'
import { longDate } from '../../../domain/calendar.ts'
import { type PlanView } from '../../../domain/catalogue/plan.ts'
import { barOf } from '../../../domain/subscription/situation.ts'
import { paths, type User } from '../../../contract/screens.ts'
import { screenTitles } from '#words/titles.ts'
import { locale } from '#words/locale.ts'
import { orderWords as t } from '#words/shop/order.ts'
import { shopWords } from '#words/shop/shop.ts'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { SignOutForm } from '../../forms/sign-out-form.tsx'
import { useParams } from '../../client/location.tsx'
import { Title, useVisitor } from '../../client/page.tsx'
import { useSuspenseCall } from '../../client/queries.ts'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { SkeletonLines } from '../../ui/loading/skeleton.tsx'
import { Panel } from '../../ui/panel.tsx'
import { addsDays, isEntrySoldAgain, ownedPaid } from '../../billing/payment.ts'
import { anonymousBuyer, unableBuyer, purchaseForm } from './lazy-parts.ts'
import { BackToPlans, OrderLines } from './order-lines.tsx'
import { OrderNext, OrderSeller } from './order-next.tsx'
import { PaymentMarks } from './payment-marks.tsx'

export function OrderSummaryScreen() {
  const { name = '' } = useParams()
  const plan = useSuspenseCall('GET /api/v1/plans/{name}', { path: { name } })
  const { user, entries, orders } = useVisitor()
  const owned = ownedPaid(entries, plan.product)
  const isOrdered = orders.some((order) => order.plan.product === plan.product)
  const canBuy =
    plan.purchasable && !isOrdered && (!user || barOf(user) === null) && (!owned || isEntrySoldAgain(owned))
  return (
    <div className="page page--split">
      <section className="stack stack--loose">
        <div className="stack stack--tight">
          <BackToPlans plan={plan} />
          <h1>{t.heading}</h1>
        </div>
        <OrderLines plan={plan} canBuy={canBuy} />
      </section>
      <section className="card card--raised stack">
        <Completion plan={plan} />
        {canBuy ? <OrderSeller /> : null}
      </section>
    </div>
  )
}

function Completion({ plan }: { plan: PlanView }) {
  const { user, entries, orders } = useVisitor()
  const owned = ownedPaid(entries, plan.product)
  const ordered = orders.find((order) => order.plan.product === plan.product)
  const mayBuy = !owned || isEntrySoldAgain(owned)
  if (mayBuy && !ordered && !plan.purchasable) {
    return (
      <>
        <Title>{screenTitles.orderSummary}</Title>
        <h2>{t.side}</h2>
        <PostedProblem />
        <Panel tone="amber" title={t.notSold}>
          <p>{t.notSoldText}</p>
        </Panel>
        <LinkButton wide variant="quiet" href={paths.plans}>
          {t.back}
        </LinkButton>
      </>
    )
  }
  if (!user) return <anonymousBuyer.Screen plan={plan} />
  return (
    <>
      <Title>{screenTitles.orderSummary}</Title>
      <h2>{t.side}</h2>
      <SignedIn user={user} />
      {ordered || !mayBuy || barOf(user) !== null ? (
        <Suspense fallback={<SkeletonLines label={shopWords.loading} count={4} />}>
          <unableBuyer.Screen user={user} owned={mayBuy ? undefined : owned} ordered={ordered} />
        </Suspense>
      ) : (
        <>
          {owned?.subscription.endDate ? (
            <Panel title={t.notRenewing(owned.plan.title, longDate(owned.subscription.endDate, locale))}>
              {addsDays(owned) ? <p>{t.daysAdded}</p> : null}
            </Panel>
          ) : null}
          <Suspense fallback={<SkeletonLines label={shopWords.loading} count={4} />}>
            <purchaseForm.Screen plan={plan} />
          </Suspense>
          <OrderNext steps={t.next} />
          <PaymentMarks />
        </>
      )}
    </>
  )
}

function SignedIn({ user }: { user: User }) {
  return (
    <div className="small">
      <div className="cluster cluster--apart cluster--line">
        <p className="strong anywhere">{`${user.firstName} ${user.lastName}`.trim()}</p>
        <SignOutForm>
          <button type="submit" className="link">
            {shopWords.header.signOut}
          </button>
        </SignOutForm>
      </div>
      <p className="soft anywhere">{user.email}</p>
    </div>
  )
}

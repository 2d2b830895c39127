import { Suspense } from 'react'
import { decodeText, type PlanView } from '../../domain/catalogue/plan.ts'
import { situationWith } from '../../domain/subscription/situation.ts'
import { paths, trialOf } from '../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { trialWords as t } from '#words/shop/trial.ts'
import { Navigate, useParams } from '../client/location.tsx'
import { useVisitor } from '../client/page.tsx'
import { useSuspenseCall } from '../client/queries.ts'
import { SkeletonLines } from '../ui/loading/skeleton.tsx'
import { Expander } from '../ui/expander.tsx'
import { PlanConditions } from './plan-conditions.tsx'
import { TrialFigure } from './trial-figure.tsx'
import { trialForm, trialState } from './lazy-trial-parts.ts'

export function TrialScreen() {
  const { name } = useParams()
  const plans = useSuspenseCall('GET /api/v1/plans', { query: { type: 'trial' } })
  const { user, entries } = useVisitor()
  const plan = plans.find((one) => one.name === name) ?? plans[0]
  if (!plan) return null
  if (name !== undefined && plan.name !== name) return <Navigate to={paths.trial(plan.name)} />
  const trial = trialOf(entries, plan.product)
  const situation = situationWith(user, entries, plan.product)
  const { kind } = situation
  // A person in review may request a trial; it starts once the person is approved.
  const offered = !trial && (kind === 'none' || kind === 'in_review')
  const isOwned = kind === 'paid' || kind === 'past_due' || kind === 'stopped'
  return (
    <div className="page page--split">
      {offered || kind === 'trial_running' || kind === 'trial_over' ? (
        <TrialPitch plan={plan} hasForm={offered} />
      ) : (
        <ProductPitch plan={plan} title={isOwned ? situation.owned?.plan.title : undefined} />
      )}
      <section id="register" className="card card--raised stack" tabIndex={-1}>
        <Suspense fallback={<SkeletonLines label={shopWords.loading} count={3} />}>
          {offered ? (
            <trialForm.Screen key={plan.name} plan={plan} />
          ) : (
            <trialState.Screen situation={situation} trial={trial} />
          )}
        </Suspense>
      </section>
    </div>
  )
}

/** What the trial offers. Without a form beside it there is no button that leads there. */
function TrialPitch({ plan, hasForm }: { plan: PlanView; hasForm: boolean }) {
  return (
    <section className="stack stack--loose">
      <div className="stack">
        <p className="eyebrow">{plan.title}</p>
        <h1>{t.heading}</h1>
        <p className="lead as-written">{decodeText(plan.description)}</p>
      </div>
      <Expander
        more={t.learnMore}
        less={t.goBack}
        beside={
          hasForm ? (
            <a className="button button--primary" href="#register">
              {t.toForm}
            </a>
          ) : null
        }
      >
        <div className="stack stack--loose">
          <PlanConditions plan={plan} />
          <TrialFigure key={plan.name} title={plan.title} picture={plan.productPicture} />
        </div>
      </Expander>
    </section>
  )
}

/**
 * Shows the product alone, to people to whom no trial is offered. `title` is that of the plan which they have bought.
 */
function ProductPitch({ plan, title = plan.productTitle }: { plan: PlanView; title: string | undefined }) {
  return (
    <section className="stack stack--loose">
      <div className="stack">
        <h1>{title}</h1>
        <p className="lead as-written">{decodeText(plan.description)}</p>
      </div>
      <TrialFigure key={plan.name} title={plan.title} picture={plan.productPicture} />
    </section>
  )
}

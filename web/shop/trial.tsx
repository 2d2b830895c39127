import { decodeText, type PlanView } from '../../domain/catalogue/plan.ts'
import { paths, trialOf } from '../../contract/screens.ts'
import { figureWords } from '#words/figure.ts'
import { shopWords } from '#words/shop.ts'
import { TrialForm } from '../forms/registration/trial-form.tsx'
import { Navigate, useParams } from '../client/location.tsx'
import { useCall, useVisitor } from '../client/page.tsx'
import { AnalyticsFigure } from '../ui/figure/analytics-figure.tsx'
import { Expander } from '../ui/expander.tsx'
import { PlanConditions } from './plan-conditions.tsx'
import { TrialState } from './trial-state.tsx'

const t = shopWords.trial

export function TrialScreen() {
  const { name } = useParams()
  const plans = useCall('GET /api/v1/plans', { query: { type: 'trial' } })
  const { entries } = useVisitor()
  const plan = plans.find((one) => one.name === name) ?? plans[0]
  if (!plan) return null
  if (name !== undefined && plan.name !== name) return <Navigate to={paths.trial(plan.name)} />
  const entry = trialOf(entries, plan.product)
  return (
    <div className="page page--split">
      <TrialPitch plan={plan} form={!entry} />
      <section id="register" className="card card--raised stack" tabIndex={-1}>
        {entry ? <TrialState plan={plan} entry={entry} /> : <TrialForm key={plan.name} plan={plan} />}
      </section>
    </div>
  )
}

function TrialPitch({ plan, form }: { plan: PlanView; form: boolean }) {
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
          form ? (
            <a className="button button--primary" href="#register">
              {t.toForm}
            </a>
          ) : null
        }
      >
        <div className="stack stack--loose">
          <PlanConditions plan={plan} />
          <AnalyticsFigure words={figureWords(plan.title)} />
        </div>
      </Expander>
    </section>
  )
}

import { majorUnits } from '../../../../domain/catalogue/plan.ts'
import { changePlan, previewPlanChange } from '../../../actions/billing/change-plan.ts'
import type { Payments } from '../../../adapters/payments/port.ts'
import type { AppContext } from '../../../context.ts'
import type { Handlers } from '../../../http/calls/contract-routes.ts'
import { administratorOf } from '../../caller.ts'
import { viewAfterAct } from './subscription-acts.ts'

/** A change of plan by an administrator: what it would charge, and the change itself. */
export function planChangeHandlers(context: AppContext, payments: Payments) {
  return {
    async 'GET /api/v1/subscriptions/plan-preview/{id}'({ path, query }, call) {
      const asker = administratorOf(call)
      const { at, preview } = await previewPlanChange(context, payments, path.id, query.plan, asker)
      const { currency, periodEnd } = preview
      const major = (amount: number) => majorUnits(amount, currency)
      return {
        at: at.toISOString(),
        currency,
        unused: major(preview.unused),
        charge: major(preview.charge),
        discount: major(preview.discount),
        tax: major(preview.tax),
        creditUsed: major(preview.creditUsed),
        creditLeft: major(preview.creditLeft),
        owed: major(preview.owed),
        deferred: major(preview.deferred),
        dueNow: major(preview.dueNow),
        periodEnd: periodEnd.toISOString(),
      }
    },

    async 'POST /api/v1/subscriptions/change-plan/{id}'({ path, body }, call) {
      const changed = await changePlan(context, payments, path.id, body, administratorOf(call))
      return viewAfterAct(context, payments, changed)
    },
  } satisfies Partial<Handlers>
}

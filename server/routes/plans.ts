import type { BrandFile } from '../../domain/catalogue/brand.ts'
import { inLanguage } from '../../domain/catalogue/translations.ts'
import type { Language } from '../../domain/language.ts'
import { refuse } from '../../contract/errors.ts'
import { viewPlan, type Plan } from '../../domain/catalogue/plan.ts'
import { fromPayload } from '../../domain/registration/registration.ts'
import { paths } from '../../contract/screens.ts'
import type { Payments } from '../adapters/payments/port.ts'
import { startCheckout } from '../actions/billing/start-checkout.ts'
import { portalFor } from '../actions/billing/open-portal.ts'
import { startTrialByToken, startTrialSignedIn } from '../actions/trials/start-trial.ts'
import type { Input } from '../../contract/contract.ts'
import { planIn, type Catalogue } from '../catalogue.ts'
import { noContent } from '../http/calls/send-answer.ts'
import type { Call, Handlers } from '../http/calls/contract-routes.ts'
import { languageFor } from '../http/language.ts'
import { withMinimumTime } from '../http/minimum-time.ts'
import type { AppContext } from '../context.ts'
import { subscriptionsOf } from '../store/subscriptions/subscriptions.ts'

type Checkout = 'POST /api/v1/plans/{name}/checkout' | 'POST /api/v1/products/{name}/checkout'
type Download = 'POST /api/v1/plans/{name}/download' | 'POST /api/v1/products/{name}/download'

export function planOf(context: AppContext, name: string): Plan {
  return context.catalogue.plans.get(name) ?? refuse('UNKNOWN_PLAN')
}

/** Returns the questions in a language, or in the operator's first language. */
function questionsIn(questions: BrandFile['questions'], language: Language) {
  return questions[language] ?? Object.values(questions)[0] ?? []
}

function offersIn(catalogue: Catalogue, language: Language, notSold: AppContext['sales']['notSold']) {
  const views = [...catalogue.plans.values()].map((plan) => {
    const product = catalogue.products.get(plan.product)
    return viewPlan(
      planIn(catalogue, plan, language),
      product ? inLanguage(product, product, language) : { title: plan.product, picture: null },
      !notSold.has(plan.name),
    )
  })
  return {
    byType: {
      all: views,
      paid: views.filter((plan) => plan.type === 'subscription'),
      trial: views.filter((plan) => plan.type === 'trial'),
    },
    byName: new Map(views.map((plan) => [plan.name, plan])),
  }
}

export function planHandlers(context: AppContext, payments: Payments) {
  // Created once per language until the catalogue's sales change: cacheable responses are the same object each time.
  let made = new Map<Language, ReturnType<typeof offersIn>>()
  let madeFor = context.sales.notSold
  const offersFor = ({ request }: Call) => {
    const { catalogue, sales } = context
    if (sales.notSold !== madeFor) made = new Map()
    madeFor = sales.notSold
    const language = languageFor(request)
    const offers = made.get(language) ?? offersIn(catalogue, language, madeFor)
    made.set(language, offers)
    return offers
  }

  async function checkOut({ path, headers, body }: Input<Checkout>, { visitor, request }: Call) {
    const plan = planOf(context, path.name)
    if (body.name !== undefined && body.name !== plan.name)
      refuse('INVALID_INPUT', [{ field: 'name', fault: { code: 'invalidValue' } }])
    const token = headers['x-trial-token']
    if (token === undefined && !visitor.signedIn) refuse('SIGN_IN_NEEDED')
    if (token !== undefined && plan.type !== 'trial') refuse('TRIAL_TOKEN')
    await context.requireRoom('checkoutPerAddress', visitor.address)
    if (token !== undefined) {
      await withMinimumTime(request, startTrialByToken(context, plan, token, visitor.signedIn?.subscriberId ?? null))
      return noContent
    }
    const { name: _, ...payload } = body
    const person = { ...(visitor.signedIn ?? refuse('SIGN_IN_NEEDED')), language: languageFor(request) }
    const values = fromPayload(payload)
    if (plan.type === 'subscription') {
      return { redirectUrl: await startCheckout(context, payments, { person, plan, values, from: visitor.address }) }
    }
    await startTrialSignedIn(context, person, plan, values, visitor.address)
    return { redirect: paths.confirmation(plan.name) }
  }

  async function openSubscription({ path }: Input<Download>, { visitor }: Call) {
    const subscriberId = visitor.signedIn?.subscriberId ?? null
    if (subscriberId !== null) await context.requireRoom('providerCallPerPerson', subscriberId)
    const own = subscriberId === null ? [] : await subscriptionsOf(context.db, subscriberId)
    // A plan removed from the catalogue stays with its subscribers.
    const plan = own.find((one) => one.plan.name === path.name)?.plan
    if (!plan || subscriberId === null) refuse(context.catalogue.plans.has(path.name) ? 'NOT_ENTITLED' : 'UNKNOWN_PLAN')
    if (plan.type === 'trial') return { redirectUrl: paths.confirmation(plan.name) }
    return { redirectUrl: await portalFor(context, payments, subscriberId) }
  }

  return {
    'GET /api/v1/plans': ({ query }, call) => offersFor(call).byType[query.type ?? 'all'],
    'GET /api/v1/plans/{name}': ({ path }, call) => offersFor(call).byName.get(path.name) ?? refuse('UNKNOWN_PLAN'),
    'GET /api/v1/questions': (_input, { request }) => questionsIn(context.brand.questions, languageFor(request)),
    async 'GET /api/v1/plans/active'(_input, { visitor }) {
      const held = visitor.signedIn?.subscriberId
        ? await subscriptionsOf(context.db, visitor.signedIn.subscriberId)
        : []
      return held.filter((one) => one.status === 'active').map((one) => ({ name: one.plan.name }))
    },
    'POST /api/v1/plans/{name}/checkout': checkOut,
    'POST /api/v1/products/{name}/checkout': checkOut,
    'POST /api/v1/plans/{name}/download': openSubscription,
    'POST /api/v1/products/{name}/download': openSubscription,
  } satisfies Partial<Handlers>
}

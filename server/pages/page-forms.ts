import { accountForms, settingFields } from '../../contract/forms/account-forms.ts'
import { downloadForms } from '../../contract/forms/confirmation-forms.ts'
import { addressIn, type FormCall } from '../../contract/forms/form-call.ts'
import { orderForm } from '../../contract/forms/order-form.ts'
import { sendRegistration } from '../../contract/forms/registering.ts'
import { sendTrialForm } from '../../contract/forms/trial-form.ts'
import type { Output } from '../../contract/contract.ts'
import { isRefusal, refuse } from '../../contract/errors.ts'
import type { FormPerson } from '../../contract/shapes/known-values.ts'
import type { PlanView } from '../../domain/catalogue/plan.ts'
import type { PostedForm } from '../../contract/posted.ts'
import { readForm, registrationForm, type Values } from '../../domain/registration/registration.ts'
import { paths, signInAddress, type ScreenName, type Visit } from '../../contract/screens.ts'
import { callFor, type Call, type Calls } from '../http/calls/contract-routes.ts'
import { noContent } from '../http/calls/send-answer.ts'
import { answerError, stateRetry } from '../http/errors.ts'

/*
 * Forms that a browser without scripts sends to a page's own address. contract/forms defines their effect; the page's
 * scripts do the same. The page then shows the result.
 */

/** A submitted form: its fields, its sender, and the path of the page. */
export type Sending = {
  sent: Readonly<Record<string, string>>
  visit: Visit
  subscriber: FormPerson['subscriber']
  at: string
  call: Call
}

/** Redirects, or shows the page again with this result. */
export type FormResult = { redirect: string } | { posted: PostedForm; status: number }

type TakeForm = (sending: Sending, call: FormCall) => Promise<FormResult>

const takers = {
  trial: takeTrial,
  orderSummary: takeOrder,
  account: takeAccount,
  confirmation: takeConfirmation,
} satisfies Partial<Record<ScreenName, TakeForm>>

/** The pages whose last path accepts forms. */
export const screensWithForms = Object.keys(takers) as (keyof typeof takers)[]

/** Performs what a form requests. The page shows a refusal with all input. */
export async function submitForm(calls: Calls, name: keyof typeof takers, sending: Sending): Promise<FormResult> {
  const { call, visit, sent, at } = sending
  const callInProcess: FormCall = async (row, input) => {
    const answer = await callFor(calls, row, input, call)
    return (answer === noContent ? undefined : answer) as Exclude<typeof answer, symbol>
  }
  try {
    return await takers[name](sending, callInProcess)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code === 'SIGN_IN_NEEDED') return { redirect: signInAddress(visit.path) }
    stateRetry(error, call.reply)
    const { status, body } = answerError(error, call.request)
    const { message, errors = [] } = body
    const posted = { at, values: typed(sent), errors, ...(errors.length > 0 ? {} : { message }) }
    return { status, posted: name === 'account' ? { ...posted, sent: typedSettings(sent) } : posted }
  }
}

/**
 * The result for a form without a valid anti-forgery token. Values that another site may have filled in are not shown.
 */
export function expiredForm({ sent, at }: Pick<Sending, 'sent' | 'at'>, fromHere: boolean): FormResult {
  return { status: 403, posted: { at, values: fromHere ? typed(sent) : {}, errors: [], stale: true } }
}

const typed = (sent: Sending['sent']): Values =>
  readForm(registrationForm({ type: 'trial', requiresAffirmation: true }), sent)

/** The values that a page of settings shows again. */
const typedSettings = (sent: Sending['sent']): Record<string, string> =>
  Object.fromEntries(settingFields.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])))

async function takeTrial(sending: Sending, call: FormCall): Promise<FormResult> {
  const plan = await planOf(sending, call)
  const values = readForm(registrationForm(plan), sending.sent)
  const answer = await sendTrialForm(call, plan, personIn(sending), values)
  return sending.visit.user ? redirectOf(answer) : mailSent(sending, values)
}

async function takeOrder(sending: Sending, call: FormCall): Promise<FormResult> {
  const { sent, visit } = sending
  const plan = await planOf(sending, call)
  if (!visit.user) {
    // A person who was signed in when the page opened is buying; otherwise the page showed the registration form.
    if (!/[?&]register\b/.test(visit.path)) refuse('SIGN_IN_NEEDED')
    const values = readForm(registrationForm(plan), sent)
    await sendRegistration(call, plan, values)
    return mailSent(sending, values)
  }
  const form = orderForm(plan, personIn(sending))
  return redirectOf(await form.send(call, readForm(form.fields, sent)))
}

async function takeAccount({ sent }: Sending, call: FormCall): Promise<FormResult> {
  const { act = '', ...fields } = sent
  if (!isOneOf(accountForms, act)) return refuse('INVALID_INPUT')
  return { redirect: addressIn(await accountForms[act](call, fields)) ?? paths.account }
}

async function takeConfirmation({ sent, visit, at }: Sending, call: FormCall): Promise<FormResult> {
  const { act = '', system, affirmation, order: id = '' } = sent
  const plan = visit.params['name'] ?? ''
  if (act === 'download-companion' && affirmation !== 'on') await requireNoAffirmation(plan, call)
  if (isOneOf(downloadForms, act))
    return redirectOf(await downloadForms[act](call, { plan, system, affirmation: affirmation === 'on' }))
  if (act !== 'look-again') return refuse('INVALID_INPUT')
  const order = await call('GET /api/v1/orders/{id}', { path: { id } })
  const own = await call('GET /api/v1/subscriptions/user', {})
  const has = (own as Output<'GET /api/v1/subscriptions/user'>).subscriptions.some(
    ({ plan: owned, subscription }) => owned.name === plan && subscription.status === 'active' && subscription.renews,
  )
  if (has) return { redirect: at }
  return { status: 200, posted: { at, values: {}, errors: [], order: order as Output<'GET /api/v1/orders/{id}'> } }
}

/** The page requests the affirmation beside the companion's button; without scripts nothing else requires it. */
async function requireNoAffirmation(name: string, call: FormCall): Promise<void> {
  const installer = await call('GET /api/v1/plans/{name}/installer', { path: { name }, query: { companion: 'yes' } })
  if ((installer as Output<'GET /api/v1/plans/{name}/installer'>).asksAffirmation)
    refuse('INVALID_INPUT', [{ field: 'affirmation', fault: { code: 'required' } }])
}

const isOneOf = <Forms extends object>(forms: Forms, act: string): act is keyof Forms & string =>
  Object.hasOwn(forms, act)

const personIn = ({ visit: { user }, subscriber }: Sending): FormPerson => ({ user, subscriber })

async function planOf({ visit }: Sending, call: FormCall): Promise<PlanView> {
  const answer = await call('GET /api/v1/plans/{name}', { path: { name: visit.params['name'] ?? '' } })
  return answer as PlanView
}

const mailSent = ({ at }: Sending, { email }: Values): FormResult => ({
  status: 200,
  posted: { at, values: {}, errors: [], sentTo: String(email).trim() },
})

function redirectOf(answer: unknown): FormResult {
  const redirect = addressIn(answer)
  if (redirect === undefined) throw new Error('this answer leads nowhere')
  return { redirect }
}

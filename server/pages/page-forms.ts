import type { CallName, Input, Output } from '../../contract/contract.ts'
import { correctableFields } from '../../domain/registration/details.ts'
import { addressFields } from '../../domain/registration/invoice-details.ts'
import { isRefusal, refuse } from '../../contract/errors.ts'
import { knownValues } from '../../contract/known-values.ts'
import type { PlanView } from '../../domain/catalogue/plan.ts'
import type { Posted } from '../../contract/posted.ts'
import {
  checkoutForm,
  readForm,
  registrationForm,
  toPayload,
  visibleValues,
  type Values,
} from '../../domain/registration/registration.ts'
import { isOnHold, paths, signInAddress, type ScreenName, type User, type Visit } from '../../contract/screens.ts'
import { callFor, type Answer, type Call, type Calls } from '../http/calls/contract-routes.ts'
import { answerError } from '../http/errors.ts'

/*
 * Forms that a browser without scripts sends to a page's own address. Each ends in the very calls that the page's scripts
 * would make, and the page then says what became of it.
 */

type Subscriber = Output<'GET /api/v1/subscriptions/user'>['subscriber']

/** A form on its way: its fields as they were sent, by whom, and the path of the page. */
export type Sending = {
  sent: Readonly<Record<string, string>>
  visit: Visit
  subscriber: Subscriber
  at: string
  call: Call
}

/** On to another address, or the page once more, with this to say. */
export type FormResult = { redirect: string } | { posted: Posted; status: number }

type Ask = <C extends CallName>(name: C, given: { [Part in keyof Input<C>]?: unknown }) => Promise<Answer<C>>
type Take = (sending: Sending, ask: Ask) => Promise<FormResult>

const takers = {
  trial: takeTrial,
  orderSummary: takeOrder,
  account: takeAccount,
  confirmation: takeConfirmation,
} satisfies Partial<Record<ScreenName, Take>>

/** The pages whose last path takes forms. */
export const screensWithForms = Object.keys(takers) as (keyof typeof takers)[]

/** Does what a form asks for. What the shop refuses, the page says, with all that was typed. */
export async function takeForm(calls: Calls, name: keyof typeof takers, sending: Sending): Promise<FormResult> {
  const { call, visit, sent, at } = sending
  try {
    return await takers[name](sending, (row, given) => callFor(calls, row, given, call))
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (error.code === 'SIGN_IN_NEEDED') return { redirect: signInAddress(visit.path) }
    const { status, body } = answerError(error, call.request)
    const { message, errors = [] } = body
    const posted = { at, values: typed(sent), errors, ...(errors.length > 0 ? {} : { message }) }
    return { status, posted: name === 'account' ? { ...posted, sent: typedSettings(sent) } : posted }
  }
}

/** For a form that cannot be believed. What another site may have filled in is not shown as if the visitor had. */
export function staleForm({ sent, at }: Pick<Sending, 'sent' | 'at'>, fromHere: boolean): FormResult {
  return { status: 403, posted: { at, values: fromHere ? typed(sent) : {}, errors: [], stale: true } }
}

const typed = (sent: Sending['sent']): Values =>
  readForm(registrationForm({ type: 'trial', requiresAffirmation: true }), sent)

/** What a page of settings shows again. */
const typedSettings = (sent: Sending['sent']): Record<string, string> =>
  Object.fromEntries(settingFields.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])))
const settingFields = ['email', 'vatId', ...addressFields.map((field) => `address.${field}`)]

async function takeTrial(sending: Sending, ask: Ask): Promise<FormResult> {
  const { sent, visit, subscriber } = sending
  const plan = await planOf(sending, ask)
  const form = registrationForm(plan)
  if (!visit.user) {
    const values = readForm(form, sent)
    const { trialToken } = await register(ask, plan, values)
    const headers = { 'x-trial-token': trialToken }
    await ask('POST /api/v1/plans/{name}/checkout', { path: { name: plan.name }, headers, body: { name: plan.name } })
    return mailSent(sending, values)
  }
  const values = { ...readForm(form, sent), ...knownValues(visit.user, subscriber) }
  const { email: _, ...payload } = toPayload(visibleValues(form, values))
  return checkOut(ask, plan, payload)
}

async function takeOrder(sending: Sending, ask: Ask): Promise<FormResult> {
  const { sent, visit, subscriber } = sending
  const plan = await planOf(sending, ask)
  const asked = registrationForm(plan)
  if (!visit.user) {
    // Who was signed in when the page was opened bought; who was not had the page show the form to register.
    if (!/[?&]register\b/.test(visit.path)) refuse('SIGN_IN_NEEDED')
    const values = readForm(asked, sent)
    await register(ask, plan, values)
    return mailSent(sending, values)
  }
  const known = knownValues(visit.user, subscriber)
  const form = checkoutForm(
    plan,
    asked.filter((name) => known[name] === undefined),
  )
  const { email: _, ...payload } = toPayload({ ...known, ...visibleValues(form, readForm(form, sent)) })
  return checkOut(ask, plan, payload)
}

async function takeAccount({ sent }: Sending, ask: Ask): Promise<FormResult> {
  const path = { id: sent['subscription'] ?? '' }
  switch (sent['act']) {
    case 'stop-renewal':
      await ask('POST /api/v1/subscriptions/stop-renewal/{id}', { path })
      return { redirect: paths.account }
    case 'resume-renewal':
      await ask('POST /api/v1/subscriptions/resume-renewal/{id}', { path })
      return { redirect: paths.account }
    case 'billing':
      return onTo(await ask('POST /api/v1/plans/{name}/download', { path: { name: sent['plan'] ?? '' } }))
    case 'correct-details': {
      const form = [...correctableFields]
      const body = visibleValues(form, readForm(form, sent))
      await ask('POST /api/v1/account/details', { body })
      return { redirect: paths.account }
    }
    case 'profile':
      await ask('POST /api/v1/account/profile', { body: profileIn(sent) })
      return { redirect: paths.account }
    case 'change-email':
      await ask('POST /api/v1/account/email', { body: { email: sent['email'] ?? '' } })
      return { redirect: paths.account }
    case 'request-erasure':
      await ask('POST /api/v1/account/erasure/request', {})
      return { redirect: paths.account }
    case 'withdraw-erasure':
      await ask('POST /api/v1/account/erasure/withdraw', {})
      return { redirect: paths.account }
    case 'end-session':
      await ask('POST /api/v1/account/sessions/end', { body: sent['id'] === undefined ? {} : { id: sent['id'] } })
      return { redirect: paths.account }
    case 'sign-out-everywhere':
      await ask('POST /api/v1/account/sign-out-everywhere', {})
      return { redirect: paths.home }
    default:
      return refuse('INVALID_INPUT')
  }
}

/** A form has the address and the VAT id, or the language. An address of empty lines is none. */
function profileIn(sent: Sending['sent']): object {
  if (sent['language'] !== undefined) return { language: sent['language'] }
  const lines = Object.fromEntries(addressFields.map((field) => [field, sent[`address.${field}`] ?? '']))
  const isEmpty = Object.values(lines).every((line) => line.trim() === '')
  return { address: isEmpty ? null : lines, ...(sent['vatId'] === undefined ? {} : { vatId: sent['vatId'] }) }
}

async function takeConfirmation({ sent, visit, at }: Sending, ask: Ask): Promise<FormResult> {
  const name = visit.params['name'] ?? ''
  const query = sent['system'] === undefined ? {} : { system: sent['system'] }
  switch (sent['act']) {
    case 'download':
      return onTo(await ask('GET /api/v1/plans/{name}/download/link', { path: { name }, query }))
    case 'download-companion':
      return onTo(await ask('GET /api/v1/download/statistica', { query }))
    case 'look-again': {
      const order = await ask('GET /api/v1/orders/{id}', { path: { id: sent['order'] ?? '' } })
      const own = await ask('GET /api/v1/subscriptions/user', {})
      const has = (own as Output<'GET /api/v1/subscriptions/user'>).subscriptions.some(
        ({ plan, subscription }) => plan.name === name && subscription.status === 'active',
      )
      const { state } = order as Output<'GET /api/v1/orders/{id}'>
      return has ? { redirect: at } : { status: 200, posted: { at, values: {}, errors: [], order: state } }
    }
    default:
      return refuse('INVALID_INPUT')
  }
}

async function planOf({ visit }: Sending, ask: Ask): Promise<PlanView> {
  const answer = await ask('GET /api/v1/plans/{name}', { path: { name: visit.params['name'] ?? '' } })
  return answer as PlanView
}

async function register(ask: Ask, plan: PlanView, values: Values): Promise<Output<'POST /api/v1/users'>> {
  const body = toPayload(visibleValues(registrationForm(plan), values))
  return (await ask('POST /api/v1/users', {
    headers: { 'x-selected-product': plan.name },
    body,
  })) as Output<'POST /api/v1/users'>
}

async function checkOut(ask: Ask, { name }: PlanView, payload: object): Promise<FormResult> {
  return onTo(await ask('POST /api/v1/plans/{name}/checkout', { path: { name }, body: { name, ...payload } }))
}

const mailSent = ({ at }: Sending, { email }: Values): FormResult => ({
  status: 200,
  posted: { at, values: {}, errors: [], sentTo: String(email).trim() },
})

/** Where an answer leads. */
function onTo(answer: Answer<Leading>): FormResult {
  if (typeof answer === 'symbol') throw new Error('this answer leads nowhere')
  if ('redirect' in answer) return answer
  return { redirect: 'link' in answer ? answer.link : answer.redirectUrl }
}

type Leading =
  | 'POST /api/v1/plans/{name}/checkout'
  | 'POST /api/v1/plans/{name}/download'
  | 'GET /api/v1/plans/{name}/download/link'

/** Where somebody goes whose purchase was refused for who they are; undefined for anybody else. */
export function refusedFor(user: User | null): string | undefined {
  if (user?.deniedCountry) return paths.notApproved
  return isOnHold(user) ? paths.pending : undefined
}

import type { PlanView } from '../../domain/catalogue/plan.ts'
import { registrationForm, visibleValues, type Values } from '../../domain/registration/registration.ts'
import { knownValues, type FormPerson } from '../shapes/known-values.ts'
import type { FormCall } from './form-call.ts'
import { checkOut, sendRegistration } from './registering.ts'

/** The registration that a form has already made, so that a second attempt with the same values continues it. */
export type RegistrationResult = { sent?: string; email?: string; token?: string }

/**
 * Sends the form of a trial page. For a signed-in person it starts the trial. For a visitor it registers them and
 * requests the trial, which begins with the link in the email. Returns the response of the checkout.
 */
export async function sendTrialForm(
  call: FormCall,
  plan: PlanView,
  person: FormPerson,
  given: Values,
  registered: RegistrationResult = {},
): Promise<unknown> {
  const values = visibleValues(registrationForm(plan), { ...given, ...knownValues(person) })
  if (person.user) return checkOut(call, plan, values)
  const sent = JSON.stringify(values)
  if (registered.sent !== sent) {
    registered.token = (await sendRegistration(call, plan, values)).trialToken
    Object.assign(registered, { sent, email: String(values.email) })
  }
  return call('POST /api/v1/plans/{name}/checkout', {
    path: { name: plan.name },
    headers: { 'x-trial-token': registered.token },
    body: { name: plan.name },
  })
}

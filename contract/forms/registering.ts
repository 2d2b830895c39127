import type { PlanView } from '../../domain/catalogue/plan.ts'
import { registrationForm, toPayload, visibleValues, type Values } from '../../domain/registration/registration.ts'
import type { Output, RegistrationBody } from '../contract.ts'
import type { FormCall } from './form-call.ts'

/** Sends a plan's registration form. Returns the one-time token that starts a trial. */
export async function sendRegistration(
  call: FormCall,
  plan: PlanView,
  values: Values,
): Promise<{ trialToken: string }> {
  const body = toPayload(visibleValues(registrationForm(plan), values)) as RegistrationBody
  const headers = { 'x-selected-product': plan.name }
  return (await call('POST /api/v1/users', { headers, body })) as Output<'POST /api/v1/users'>
}

/** Sends the checkout form of a signed-in person, with the address of their account. */
export function checkOut(call: FormCall, { name }: PlanView, values: Values): Promise<unknown> {
  const { email: _, ...payload } = toPayload(values)
  return call('POST /api/v1/plans/{name}/checkout', { path: { name }, body: { name, ...payload } })
}

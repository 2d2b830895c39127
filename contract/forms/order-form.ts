import type { PlanView } from '../../domain/catalogue/plan.ts'
import { checkoutForm, visibleValues, type Form, type Values } from '../../domain/registration/registration.ts'
import { knownValues, type FormPerson } from '../shapes/known-values.ts'
import { barOf } from '../../domain/subscription/situation.ts'
import { explanationOf, type User } from '../screens.ts'
import type { FormCall } from './form-call.ts'
import { checkOut } from './registering.ts'

type OrderForm = {
  fields: Form
  /** The known fields. The industry is requested with each order. */
  initial: Values
  send: (call: FormCall, values: Values) => Promise<unknown>
}

/** The form that a signed-in person fills in before they pay. */
export function orderForm(plan: PlanView, person: FormPerson): OrderForm {
  const known = knownValues(person)
  const fields = checkoutForm(plan, known)
  const initial = fields.flatMap((name) => (known[name] === undefined ? [] : [[name, known[name]]]))
  // The country determines whether a region is requested, even if the country is known.
  const withCountry = (values: Values): Values => (known.country ? { ...values, country: known.country } : values)
  return {
    fields,
    initial: withCountry(Object.fromEntries(initial) as Values),
    send: (call, values) => checkOut(call, plan, { ...known, ...visibleValues(fields, withCountry(values)) }),
  }
}

/** The page for a person whose purchase screening refused; undefined for other refusals. */
export const refusedFor = (user: User | null): string | undefined =>
  user && barOf(user) ? explanationOf(user) : undefined

import { listOf } from './lists.ts'
import type { Kind } from '../state/kinds.ts'
import { invalid } from './refusal.ts'
import type { Rows } from '../state/store.ts'

const prefixes: [prefix: string, kind: Kind][] = [
  ['cus_', 'customer'],
  ['sub_sched_', 'schedule'],
  ['sub_', 'subscription'],
  ['in_', 'invoice'],
  ['pi_', 'payment_intent'],
  ['ch_', 'charge'],
  ['pm_', 'payment_method'],
  ['price_', 'price'],
  ['prod_', 'product'],
  ['re_', 'refund'],
  ['di_', 'discount'],
  ['promo_', 'promotion_code'],
  ['du_', 'dispute'],
  ['cn_', 'credit_note'],
]

type Json = Record<string, unknown>

/**
 * Returns a copy of the response in which the objects at those paths are expanded: `customer`,
 * `data.latest_invoice.payments`.
 */
export function expand(rows: Rows, answer: object, paths: string[]): object {
  const copy = structuredClone(answer) as Json
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > 5) throw invalid(`You cannot expand more than 4 levels of a property (${path}).`, 'expand')
    walk(rows, copy, steps, path)
  }
  return copy
}

function walk(rows: Rows, at: Json, [step = '', ...rest]: string[], path: string): void {
  at[step] ??= hidden(rows, at, step)
  const value = at[step]
  if (value === undefined) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  if (value === null) return
  if (typeof value === 'string') at[step] = inFull(rows, value, step, path)
  else if (Array.isArray(value))
    at[step] = value.map((one: unknown) => (typeof one === 'string' ? inFull(rows, one, step, path) : one))
  const next = at[step]
  if (rest.length === 0) return
  for (const one of Array.isArray(next) ? next : [next]) walk(rows, one as Json, rest, path)
}

function inFull(rows: Rows, id: string, step: string, path: string): object {
  // A coupon's id can be any word.
  const kind = step === 'coupon' ? 'coupon' : prefixes.find(([prefix]) => id.startsWith(prefix))?.[1]
  if (!kind) throw invalid(`This property cannot be expanded (${path}).`, 'expand')
  return structuredClone(rows.get(kind, id) ?? { id, object: kind, deleted: true })
}

/** Returns values that Stripe omits unless they are requested. */
function hidden(rows: Rows, at: Json, step: string): unknown {
  const id = String(at.id)
  if (at[step] === null) return null
  if (at.object === 'checkout.session' && step === 'line_items')
    return structuredClone(listOf(rows.get('order', id)?.items ?? [], `/v1/checkout/sessions/${id}/line_items`))
  if (at.object === 'invoice' && step === 'payments') {
    const payments = rows.all('invoice_payment').filter((one) => one.invoice === id)
    return structuredClone(listOf(payments, `/v1/invoice_payments?invoice=${id}`))
  }
  if (at.object === 'customer' && step === 'subscriptions') {
    const own = rows.all('subscription').filter((one) => one.customer === id && one.status !== 'canceled')
    return structuredClone(listOf(own, `/v1/customers/${id}/subscriptions`))
  }
  if (at.object === 'customer' && step === 'tax_ids') {
    const own = rows.all('tax_id').filter((one) => one.customer === id)
    return structuredClone(listOf(own, `/v1/customers/${id}/tax_ids`))
  }
  return undefined
}

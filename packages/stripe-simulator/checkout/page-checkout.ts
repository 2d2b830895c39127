import type { PageTemplate } from '../page-template.ts'
import type { Transaction } from '../state/transaction.ts'
import { sessionTotals } from './session-totals.ts'
import { countries } from '../state/countries.ts'
import { usableCode } from '../invoices/coupons.ts'
import type { Session } from '../state/kinds.ts'
import { longDay, money, periodWords } from '../state/money.ts'
import { cardFields, error, field, inTemplate, panel, root, testCards } from '../pages/page-parts.ts'
import { periodAt } from '../state/periods.ts'
import { recurringOf } from '../subscriptions/subscriptions.ts'
import { html } from '../html.ts'

export type CheckoutForm = Record<
  'number' | 'expiry' | 'cvc' | 'name' | 'email' | 'country' | 'postalCode' | 'taxId' | 'promotionCode' | 'total',
  string
>
export type Problem = { faults?: Partial<Record<string, string>>; title?: string; words?: string }

/** The initial values of the form. */
export function emptyForm(tx: Transaction, session: Session): CheckoutForm {
  const customer = session.customer === null ? undefined : tx.get('customer', session.customer)
  return {
    number: '',
    expiry: '',
    cvc: '',
    name: customer?.individual_name ?? customer?.name ?? '',
    email: customer?.email ?? session.customer_email ?? '',
    country: customer?.address?.country ?? 'US',
    postalCode: customer?.address?.postal_code ?? '',
    taxId: '',
    promotionCode: '',
    total: '',
  }
}

export function checkoutPage(
  pageTemplate: PageTemplate,
  tx: Transaction,
  session: Session,
  form: CheckoutForm,
  token: string,
  problem: Problem = {},
): string {
  const promotion = form.promotionCode === '' ? undefined : usableCode(tx, form.promotionCode, session.customer)
  const { order, amount, subtotal, discount, tax, due } = sessionTotals(tx, session, {
    country: form.country,
    taxId: form.taxId || null,
    promotion,
  })
  const [item] = order.items
  if (!item) throw new Error(`${session.id} has nothing to sell`)
  const { currency } = session
  const recurring = recurringOf(item.price)
  const every = periodWords(recurring)
  const product = tx.get('product', item.price.product)
  const next = order.trialDays > 0 ? tx.at + order.trialDays * 86_400 : periodAt(tx.at, recurring, 1)
  const faults = problem.faults ?? {}
  const summary = html`<section class="stack pay-summary" aria-label="Your order">
    ${session.cancel_url !== null && html`<a class="pay-back" href="${session.cancel_url}"><span aria-hidden="true">&larr;</span> Back to the shop</a>`}
    <div class="stack stack--tight pay-head">
      <h1 class="pay-for">Subscribe to ${product?.name ?? 'the plan'}</h1>
      <p class="pay-amount">
        <span class="price">${money(amount, currency)}</span><span class="soft">per ${every}</span>
      </p>
      ${product?.description && html`<p class="soft small">${product.description}</p>`}
    </div>
    <dl class="pay-lines">
      <div>
        <dt>${product?.name}, billed every ${every}</dt>
        <dd>${money(amount, currency)}</dd>
      </div>
      ${
        order.trialDays > 0 &&
        html`<div>
          <dt>${order.trialDays} days free</dt>
          <dd>-${money(amount, currency)}</dd>
        </div>`
      }
      <div>
        <dt>Subtotal</dt>
        <dd>${money(subtotal, currency)}</dd>
      </div>
      ${
        discount > 0 &&
        html`<div>
          <dt>Discount</dt>
          <dd>-${money(discount, currency)}</dd>
        </div>`
      }
      <div class="soft">
        <dt>Tax${tax && tax.percent > 0 && ` (${tax.percent}%)`}</dt>
        <dd>${tax ? money(tax.amount, currency) : 'Not charged'}</dd>
      </div>
      <div class="pay-total">
        <dt>Total due today</dt>
        <dd>${money(due, currency)}</dd>
      </div>
    </dl>
    <p class="fine-print">
      Renews on ${longDay(next)} and every ${every} after that until you stop it.
      ${session.automatic_tax.enabled && 'Tax follows your country.'}
    </p>
  </section>`
  const payment = html`<form
    class="card card--raised stack"
    method="post"
    action="${root}/checkout/${session.id}"
    novalidate
  >
    <h2>Pay by card</h2>
    ${problem.title !== undefined && panel(problem.faults ? 'red' : 'amber', problem.title, problem.words ?? '')}
    <input type="hidden" name="token" value="${token}" />
    <input type="hidden" name="total" value="${due}" />
    ${
      session.customer === null
        ? field({
            name: 'email',
            label: 'Email',
            value: form.email,
            fault: faults.email,
            autocomplete: 'email',
            type: 'email',
          })
        : html`<dl class="pay-who">
            <dt>Email</dt>
            <dd>${form.email}</dd>
          </dl>`
    }
    ${cardFields(form, faults)}
    <div class="field">
      <label class="field__label" for="country">Country or region</label>
      <div class="field__control">
        <select
          class="select"
          id="country"
          name="country"
          autocomplete="country"
          ${faults.country !== undefined && html`aria-invalid="true" aria-describedby="country-error"`}
        >
          ${countries.map(({ code, name }) => html`<option value="${code}" ${code === form.country && html`selected`}>${name}</option>`)}
        </select>
        <span class="select-arrow" aria-hidden="true">&#9662;</span>
      </div>
      ${error({ name: 'country', fault: faults.country })}
    </div>
    ${field({ name: 'postalCode', label: 'Postal code', value: form.postalCode, fault: faults.postalCode, optional: true, autocomplete: 'postal-code', size: 's' })}
    ${session.tax_id_collection?.enabled === true && field({ name: 'taxId', label: 'VAT or tax ID', value: form.taxId, fault: faults.taxId, optional: true, autocomplete: 'off', size: 'm' })}
    ${session.allow_promotion_codes === true && field({ name: 'promotionCode', label: 'Promotion code', value: form.promotionCode, fault: faults.promotionCode, optional: true, autocomplete: 'off', size: 'm' })}
    <button class="button button--primary button--wide" type="submit">Pay</button>
    <p class="fine-print">
      By paying you allow the shop to charge this card
      ${money(amount, currency)}${session.automatic_tax.enabled && ' plus tax'} every ${every} until you stop renewal.
    </p>
    ${testCards()}
  </form>`
  return inTemplate(pageTemplate, 'Payment', html`<div class="page page--split pay">${summary}${payment}</div>`)
}

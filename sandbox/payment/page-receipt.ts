import type { Dress } from '../dress.ts'
import type { Act } from './act.ts'
import type { Invoice } from './kinds.ts'
import { longDay, money } from './money.ts'
import { inDress, root } from './page-parts.ts'

/** An invoice or, once paid, its receipt; made to be printed. */
export function receiptPage(dress: Dress, act: Act, invoice: Invoice): string {
  const { html } = dress
  const { currency, status_transitions: moments } = invoice
  const payment = act.all('invoice_payment').find((one) => one.invoice === invoice.id)
  const intent = payment && act.get('payment_intent', payment.payment.payment_intent)
  const charge = intent?.latest_charge ? act.get('charge', intent.latest_charge) : undefined
  const card = charge?.paid === true ? charge.payment_method_details?.card : undefined
  const paid = invoice.status === 'paid'
  const title = paid ? 'Receipt' : 'Invoice'
  const badge = paid
    ? html`<span class="badge badge--green">Paid</span>`
    : html`<span class="badge ${invoice.status === 'open' ? 'badge--red' : ''}"
        >${invoice.status === 'open' ? 'Unpaid' : 'Not charged'}</span
      >`
  const row = (label: string, amount: number) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${money(amount, currency)}</dd>
    </div>`
  const used = Math.min(0, invoice.starting_balance - (invoice.ending_balance ?? 0))
  return inDress(
    dress,
    `${title} ${invoice.number ?? ''}`,
    html`<div class="page page--narrow pay receipt stack">
      <article class="card stack stack--loose">
        <header class="receipt-head">
          <div class="stack stack--tight">
            <h1>${title}</h1>
            <div>${badge}</div>
          </div>
          <button class="button button--quiet button--small no-print" type="button" data-print hidden>Print</button>
        </header>
        <dl class="facts">
          <dt>Number</dt>
          <dd class="tabular">${invoice.number}</dd>
          <dt>Date</dt>
          <dd>${longDay(invoice.created)}</dd>
          ${
            moments.paid_at !== null &&
            html`<dt>Paid</dt>
              <dd>${longDay(moments.paid_at)}</dd>`
          }
          ${
            card &&
            html`<dt>Card</dt>
              <dd class="tabular">${card.brand === 'visa' ? 'Visa' : card.brand} ending in ${card.last4}</dd>`
          }
          <dt>Billed to</dt>
          <dd>
            ${invoice.customer_name ?? ''}${invoice.customer_name && html`<br />`}${invoice.customer_email}${invoice.customer_address?.country && html`<br />${[invoice.customer_address.postal_code, country(invoice.customer_address.country)].filter(Boolean).join(' ')}`}
          </dd>
          ${invoice.customer_tax_ids?.map(
            ({ value }) =>
              html`<dt>Tax ID</dt>
                <dd>${value}</dd>`,
          )}
        </dl>
        <dl class="pay-lines">
          ${invoice.lines.data.map(
            (line) =>
              html`<div>
                <dt>
                  ${line.description}<br /><span class="small soft"
                    >${longDay(line.period.start)} to ${longDay(line.period.end)}</span
                  >
                </dt>
                <dd>${money(line.amount, currency)}</dd>
              </div>`,
          )}
          ${row('Subtotal', invoice.subtotal)}
          ${invoice.automatic_tax.enabled && row('Tax', invoice.total - invoice.subtotal)}
          ${used < 0 && row('From credit', used)}
          <div class="pay-total">
            <dt>${paid ? 'Amount paid' : 'Amount due'}</dt>
            <dd>${money(paid ? invoice.amount_paid : invoice.amount_remaining, currency)}</dd>
          </div>
          ${charge && charge.amount_refunded > 0 && row('Refunded', -charge.amount_refunded)}
        </dl>
        <p class="fine-print">Issued by the sandbox. No money has moved.</p>
      </article>
      <script src="${root}/print.js" defer></script>
    </div>`,
  )
}

function country(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}

/** The button is of use only where scripts run. */
export const printScript = `const button = document.querySelector('[data-print]')
button.hidden = false
button.addEventListener('click', () => print())
`

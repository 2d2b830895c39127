import { html, type Html } from '../html.ts'
import type { PageTemplate } from '../page-template.ts'
import type { Transaction } from '../state/transaction.ts'
import { methodName } from '../customers/cards.ts'
import type { Invoice, PaymentMethod } from '../state/kinds.ts'
import { longDay, money } from '../state/money.ts'
import { cardFields, inTemplate, panel, root, testCards } from './page-parts.ts'
import { paymentOf } from '../charging/payments.ts'

/** The customer's data that the page needs. */
export type PayForm = {
  token: string
  saved: PaymentMethod | undefined
  processing: boolean
  paid: boolean
  typed?: Record<string, string>
  faults?: Partial<Record<string, string>>
  problem?: string
}

/** An invoice or, once paid, its receipt, for printing. With a form, it can be paid. */
export function receiptPage(pageTemplate: PageTemplate, tx: Transaction, invoice: Invoice, form?: PayForm): string {
  const { currency, status_transitions: moments } = invoice
  const intent = paymentOf(tx, invoice)?.intent
  const charge = intent?.latest_charge ? tx.get('charge', intent.latest_charge) : undefined
  const method =
    charge?.paid === true && charge.payment_method ? tx.get('payment_method', charge.payment_method) : undefined
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
  return inTemplate(
    pageTemplate,
    `${title} ${invoice.number ?? ''}`,
    html`<div class="page page--narrow pay receipt stack">
      ${form?.paid && panel('green', 'Payment received', '')}
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
            method &&
            html`<dt>Paid with</dt>
              <dd class="tabular">${methodName(method)}</dd>`
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
          ${invoice.total_discount_amounts?.map(({ amount }) => row('Discount', -amount))}
          ${invoice.automatic_tax.enabled && row('Tax', invoice.total_taxes?.reduce((sum, { amount }) => sum + amount, 0) ?? 0)}
          ${used < 0 && row('From credit', used)}
          <div class="pay-total">
            <dt>${paid ? 'Amount paid' : 'Amount due'}</dt>
            <dd>${money(paid ? invoice.amount_paid : invoice.amount_remaining, currency)}</dd>
          </div>
          ${charge && charge.amount_refunded > 0 && row('Refunded', -charge.amount_refunded)}
        </dl>
        ${invoice.due_date !== null && !paid && html`<p class="soft">Due on ${longDay(invoice.due_date)}.</p>`}
        ${form && paySection(invoice, form)}
        <p class="fine-print">Issued by the sandbox. No money has moved.</p>
      </article>
      <script src="${root}/print.js" defer></script>
    </div>`,
  )
}

function paySection(invoice: Invoice, { token, saved, processing, typed, faults, problem }: PayForm): Html {
  const amount = money(invoice.amount_remaining, invoice.currency)
  const action = `${root}/invoice/${invoice.id}`
  if (processing)
    return html`<p class="soft no-print">A bank debit of ${amount} is under way. Nothing else has to be paid.</p>`
  return html`<section class="stack no-print">
    ${problem !== undefined && panel('red', problem, '')}
    ${
      saved &&
      html`<form method="post" action="${action}">
        <input type="hidden" name="token" value="${token}" />
        <input type="hidden" name="saved" value="yes" />
        <button class="button button--primary" type="submit">Pay ${amount} with ${methodName(saved)}</button>
      </form>`
    }
    <details class="pay-more" ${(!saved || faults) && html`open`}>
      <summary class="button button--quiet button--small">Pay with another card</summary>
      <form class="stack" method="post" action="${action}" novalidate>
        <input type="hidden" name="token" value="${token}" />
        ${cardFields({ number: '', expiry: '', cvc: '', name: invoice.customer_name ?? '', ...typed }, faults ?? {})}
        <div><button class="button" type="submit">Pay ${amount}</button></div>
        ${testCards()}
      </form>
    </details>
  </section>`
}

function country(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}

/** The button works only with scripts. */
export const printScript = `const button = document.querySelector('[data-print]')
button.hidden = false
button.addEventListener('click', () => print())
`

import { html, type Html } from '../html.ts'
import { methodOf } from '../charging/collecting.ts'
import { methodName } from '../customers/cards.ts'
import type { Customer, Dispute, Invoice, Subscription } from '../state/kinds.ts'
import { longDay, money } from '../state/money.ts'
import { adverb, nameOf } from '../portal/page-portal.ts'
import type { ConsoleView } from './page-index.ts'
import { inTemplate, panel, root } from './page-parts.ts'
import { isClosed, isInquiry } from '../charging/disputes.ts'
import { paymentOf } from '../charging/payments.ts'
import { pausedByFailure } from '../subscriptions/pauses.ts'
import { scheduleOf } from '../subscriptions/schedules.ts'
import { isEnded, itemOf } from '../subscriptions/subscriptions.ts'

type View = ConsoleView & { customer: Customer }
type Fields = Record<string, string>

/** One customer: the vendor's acts in the dashboard, and the bank's. */
export function customerPage(view: View): string {
  const { pageTemplate, tx, notice, customer } = view
  const subscriptions = tx.all('subscription').filter((one) => one.customer === customer.id)
  const invoices = tx.all('invoice').filter((one) => one.customer === customer.id)
  return inTemplate(
    pageTemplate,
    customer.name ?? 'Customer',
    html`<div class="page page--narrow pay stack stack--loose">
      <div class="stack stack--tight">
        <a class="pay-back" href="${root}"><span aria-hidden="true">&larr;</span> Sandbox payment</a>
        <h1>${customer.name ?? 'Customer'}</h1>
        <p class="soft">
          ${customer.email}${customer.balance < 0 && `, ${money(-customer.balance, customer.currency ?? 'usd')} of credit`}${customer.discount && ', with a coupon'}
        </p>
        <div class="cluster">
          ${button(view, 'discount', 'Take 50% off everything', { customer: customer.id, percent_off: '50', duration: 'forever' })}
        </div>
      </div>
      ${notice && panel(notice.tone, notice.title, '')}
      ${subscriptions.toReversed().map((one) => subscriptionCard(view, one))}
      <section class="card stack">
        <h2>Invoices</h2>
        ${
          invoices.length === 0
            ? html`<p class="soft">Invoices appear here after the first payment.</p>`
            : html`<ul class="pay-switches">
                ${invoices.toReversed().map((one) => invoiceRow(view, one))}
              </ul>`
        }
      </section>
    </div>`,
  )
}

function button({ token, customer }: View, name: string, words: string, fields: Fields): Html {
  const hidden = { token, back: customer.id, ...fields }
  return html`<form method="post" action="${root}/act/${name}">
    ${Object.entries(hidden).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
    <button class="button button--quiet button--small" type="submit">${words}</button>
  </form>`
}

function subscriptionCard(view: View, subscription: Subscription): Html {
  const { tx } = view
  const { price, quantity, current_period_end: end } = itemOf(subscription)
  const dearer = Math.ceil((price.unit_amount * 1.1) / 100) * 100
  const id = { subscription: subscription.id }
  const payer = methodOf(tx, subscription)
  const method = payer && tx.get('payment_method', payer)
  const facts = [
    subscription.cancel_at !== null && !isEnded(subscription) && `Ends on ${longDay(subscription.cancel_at)}.`,
    subscription.pause_collection && 'Collection is paused.',
    pausedByFailure(subscription) && 'Paused because a payment failed.',
    subscription.collection_method === 'send_invoice' && `Billed with ${subscription.days_until_due} days to pay.`,
    quantity !== 1 && `Quantity ${quantity}.`,
    subscription.discounts.length > 0 && 'Has a coupon.',
    scheduleOf(tx, subscription) && 'Managed by a schedule.',
  ].filter(Boolean)
  return html`<section class="card stack">
    <div class="cluster cluster--apart">
      <h2>${nameOf(tx, price)}, ${adverb(price)}</h2>
      <span class="badge">${subscription.status.replaceAll('_', ' ')}</span>
    </div>
    <p class="soft">
      Period until ${longDay(end)}. ${method && `${methodName(method)}.`} ${facts.join(' ')}<br /><span
        class="small tabular"
        >${subscription.id}</span
      >
    </p>
    ${
      !isEnded(subscription) &&
      html`<div class="cluster">
        ${button(view, 'free-month', 'Give a free month', id)}
        ${button(view, 'discount', 'Apply a 100% coupon once', { ...id, percent_off: '100', duration: 'once' })}
        ${button(view, 'discount', 'Apply a 25% coupon for 3 months', { ...id, percent_off: '25', duration: 'repeating' })}
        ${
          quantity === 1
            ? button(view, 'quantity', 'Set the quantity to 3', { ...id, quantity: '3' })
            : button(view, 'quantity', 'Set the quantity to 1', { ...id, quantity: '1' })
        }
        ${button(view, 'move-price', 'Move to a price 10% higher', { ...id, unit_amount: String(dearer) })}
        ${
          subscription.collection_method === 'send_invoice'
            ? button(view, 'net-terms', 'Charge the card again', { ...id, days: '0' })
            : button(view, 'net-terms', 'Bill with 30 days to pay', { ...id, days: '30' })
        }
        ${
          subscription.pause_collection
            ? button(view, 'resume-collection', 'Resume collection', id)
            : html`${button(view, 'pause-collection', 'Pause collection', id)}
              ${button(view, 'pause-collection', 'Pause collection, mark invoices uncollectible', { ...id, behavior: 'mark_uncollectible' })}
              ${button(view, 'pause-collection', 'Pause collection, keep drafts', { ...id, behavior: 'keep_as_draft' })}`
        }
        ${
          subscription.status === 'paused'
            ? button(view, 'resume', 'Resume subscription', id)
            : subscription.status === 'active' && button(view, 'pause', 'Pause subscription', id)
        }
        ${button(view, 'cancel', 'Cancel now', id)}
      </div>`
    }
  </section>`
}

function invoiceRow(view: View, invoice: Invoice): Html {
  const { tx } = view
  const { id, status, total, currency, created, number } = invoice
  const intent = paymentOf(tx, invoice)?.intent
  const charge = intent?.latest_charge ? tx.get('charge', intent.latest_charge) : undefined
  const dispute = charge && tx.all('dispute').findLast((one) => one.charge === charge.id)
  const left = charge?.paid ? charge.amount - charge.amount_refunded : 0
  const refunded = charge?.refunds.data.find(({ status: state }) => state === 'succeeded')
  const refundable = left > 0 && (!dispute || dispute.status === 'won' || isInquiry(dispute))
  return html`<li>
    <span
      >${longDay(created)}, <span class="tabular">${money(total, currency)}</span>
      <span class="soft"
        >${number ?? ''}
        ${status}${intent && status === 'open' && `, payment ${intent.status.replaceAll('_', ' ')}`}</span
      >${dispute && html` <span class="badge badge--red">Dispute: ${dispute.status.replaceAll('_', ' ')}</span>`}</span
    >
    <div class="cluster">
      ${status === 'draft' && button(view, 'finalise', 'Finalise now', { invoice: id })}
      ${status !== 'draft' && html`<a class="button button--quiet button--small" href="${root}/invoice/${id}">Page</a>`}
      ${status === 'open' && button(view, 'void', 'Void', { invoice: id })}
      ${status === 'open' && button(view, 'uncollectible', 'Mark uncollectible', { invoice: id })}
      ${
        intent?.status === 'processing' &&
        html`${button(view, 'debit', 'Bank pays', { payment_intent: intent.id, outcome: 'paid' })}
        ${button(view, 'debit', 'Bank refuses', { payment_intent: intent.id, outcome: 'failed' })}`
      }
      ${charge && refundable && button(view, 'refund', 'Refund', { charge: charge.id })}
      ${charge && refundable && button(view, 'refund', 'Refund half', { charge: charge.id, amount: String(Math.ceil(left / 2)) })}
      ${refunded && button(view, 'fail-refund', 'Bank sends the refund back', { refund: refunded.id })}
      ${charge && left > 0 && !dispute && button(view, 'dispute', 'Open a dispute', { charge: charge.id })}
      ${charge && left > 0 && !dispute && button(view, 'inquiry', 'Open an inquiry', { charge: charge.id })}
      ${dispute && disputeButtons(view, dispute)}
    </div>
  </li>`
}

function disputeButtons(view: View, dispute: Dispute): Html | false {
  const { id } = dispute
  if (isClosed(dispute)) return false
  if (isInquiry(dispute))
    return html`${button(view, 'close-dispute', 'Close the inquiry', { dispute: id, outcome: 'won' })}
    ${button(view, 'move-dispute', 'Turn the inquiry into a dispute', { dispute: id, status: 'needs_response' })}`
  return html`${button(view, 'close-dispute', 'Win the dispute', { dispute: id, outcome: 'won' })}
  ${button(view, 'close-dispute', 'Lose the dispute', { dispute: id, outcome: 'lost' })}
  ${button(view, 'move-dispute', 'Bank rejects the evidence, an appeal is possible', { dispute: id, status: 'appeal_needs_response' })}`
}

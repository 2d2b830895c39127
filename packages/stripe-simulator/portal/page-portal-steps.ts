import { previewSwitch } from '../subscriptions/plan-switch.ts'
import type { Price, Subscription } from '../state/kinds.ts'
import { longDay, money, periodWords } from '../state/money.ts'
import { inTemplate, panel } from '../pages/page-parts.ts'
import { adverb, nameOf, type PortalView } from './page-portal.ts'
import { itemOf, recurringOf } from '../subscriptions/subscriptions.ts'
import { html } from '../html.ts'

/** Asks for confirmation before renewal is stopped. */
export function cancelPage({ pageTemplate, tx, base, token }: PortalView, subscription: Subscription): string {
  const { price, current_period_end: end } = itemOf(subscription)
  return inTemplate(
    pageTemplate,
    'Cancel plan',
    html`<div class="page page--narrow pay stack">
      <a class="pay-back" href="${base}"><span aria-hidden="true">&larr;</span> Plan and billing</a>
      <section class="card stack">
        <h1>Cancel ${nameOf(tx, price)}?</h1>
        <p class="soft">
          You keep it until ${longDay(end)}. After that nothing more is charged. You can resume renewal until then.
        </p>
        <form class="cluster" method="post" action="${base}/cancel/${subscription.id}">
          <input type="hidden" name="token" value="${token}" />
          <button class="button button--danger" type="submit">Cancel plan</button>
          <a class="button button--quiet" href="${base}">Keep plan</a>
        </form>
      </section>
    </div>`,
  )
}

/** Shows the cost of a switch before it is made. */
export function switchPage(view: PortalView, subscription: Subscription, price: Price): string {
  const { pageTemplate, tx, base, notice } = view
  const { lines, discounts, tax, due, end, customer, balance } = previewSwitch(tx, subscription, price)
  const { currency } = price
  const used = customer.balance - balance
  return inTemplate(
    pageTemplate,
    `Switch to ${adverb(price)}`,
    html`<div class="page page--narrow pay stack">
      <a class="pay-back" href="${base}"><span aria-hidden="true">&larr;</span> Plan and billing</a>
      ${notice && panel(notice.tone, notice.title, notice.words)}
      <section class="card stack">
        <h1>Switch to ${adverb(price)}</h1>
        <p class="soft">
          ${money(price.unit_amount, currency)} per ${periodWords(recurringOf(price))} from today. Renews on
          ${longDay(end)}.
        </p>
        <dl class="pay-lines">
          ${lines.map(
            (line) =>
              html`<div>
                <dt>${line.description}</dt>
                <dd>${money(line.amount, currency)}</dd>
              </div>`,
          )}
          ${discounts.map(
            ({ amount }) =>
              html`<div>
                <dt>Discount</dt>
                <dd>${money(-amount, currency)}</dd>
              </div>`,
          )}
          ${
            tax !== null &&
            html`<div>
              <dt>Tax (${tax.percent}%)</dt>
              <dd>${money(tax.amount, currency)}</dd>
            </div>`
          }
          ${
            used < 0 &&
            html`<div>
              <dt>From your credit</dt>
              <dd>${money(used, currency)}</dd>
            </div>`
          }
          <div class="pay-total">
            <dt>Total due today</dt>
            <dd>${money(due, currency)}</dd>
          </div>
        </dl>
        ${balance < 0 && html`<p class="small soft">${money(-balance, currency)} stay as credit and go towards the next payments.</p>`}
        ${confirmSwitch(view, subscription, price)}
      </section>
    </div>`,
  )
}

/** Asks for confirmation before a change of plan is postponed to the end of the period. */
export function laterPage(view: PortalView, subscription: Subscription, price: Price): string {
  const { pageTemplate, base } = view
  const end = longDay(itemOf(subscription).current_period_end)
  return inTemplate(
    pageTemplate,
    `Switch to ${adverb(price)}`,
    html`<div class="page page--narrow pay stack">
      <a class="pay-back" href="${base}"><span aria-hidden="true">&larr;</span> Plan and billing</a>
      <section class="card stack">
        <h1>Switch to ${adverb(price)}</h1>
        <p class="soft">
          You keep your current plan until ${end}. From then on you pay ${money(price.unit_amount, price.currency)} per
          ${periodWords(recurringOf(price))}. Nothing is due today.
        </p>
        ${confirmSwitch(view, subscription, price)}
      </section>
    </div>`,
  )
}

function confirmSwitch({ base, token }: PortalView, subscription: Subscription, price: Price) {
  return html`<form class="cluster" method="post" action="${base}/switch/${subscription.id}/${price.id}">
    <input type="hidden" name="token" value="${token}" />
    <button class="button" type="submit">Confirm switch</button>
    <a class="button button--quiet" href="${base}">Keep current plan</a>
  </form>`
}

import { html, type Html } from '../html.ts'
import type { PageTemplate } from '../page-template.ts'
import type { Transaction } from '../state/transaction.ts'
import { methodName } from '../customers/cards.ts'
import { methodOf } from '../charging/collecting.ts'
import type { Invoice, PortalSession, Price, Subscription } from '../state/kinds.ts'
import { longDay, money, periodWords } from '../state/money.ts'
import { cardFields, inTemplate, panel, root, testCards } from '../pages/page-parts.ts'
import { pausedByFailure } from '../subscriptions/pauses.ts'
import { isCardFlow, runningOf, switchable } from './portal.ts'
import { scheduleOf } from '../subscriptions/schedules.ts'
import { itemOf, recurringOf } from '../subscriptions/subscriptions.ts'

export type PortalView = {
  pageTemplate: PageTemplate
  tx: Transaction
  session: PortalSession
  /** This portal's path. */
  base: string
  token: string
  notice?: { tone: 'red' | 'green' | 'amber'; title: string; words: string } | undefined
  card?: { typed: CardForm; faults: Partial<Record<string, string>> } | undefined
}
type CardForm = { number: string; expiry: string; cvc: string; name: string }

const adverbs: Record<string, string> = { day: 'daily', week: 'weekly', month: 'monthly', year: 'annual' }

export function portalPage(view: PortalView): string {
  const { pageTemplate, tx, session, notice } = view
  const running = runningOf(tx, session.customer)
  return inTemplate(
    pageTemplate,
    'Billing',
    html`<div class="page page--narrow pay stack stack--loose">
      <div class="stack stack--tight">
        ${back(view)}
        <h1>Plan and billing</h1>
      </div>
      ${notice && panel(notice.tone, notice.title, notice.words)}
      ${
        isCardFlow(session)
          ? false
          : running.length === 0
            ? html`<section class="card stack stack--tight">
                <h2>No plan</h2>
                <p class="soft">Nothing is being charged.</p>
              </section>`
            : running.map((one) => planCard(view, one))
      }
      ${cardCard(view, running)} ${!isCardFlow(session) && invoicesCard(view)}
    </div>`,
  )
}

function back({ session }: PortalView): Html | false {
  return (
    session.return_url !== null &&
    html`<a class="pay-back" href="${session.return_url}"><span aria-hidden="true">&larr;</span> Back to the shop</a>`
  )
}

function planCard(view: PortalView, subscription: Subscription): Html {
  const { tx, base, token } = view
  const { price, current_period_end: end } = itemOf(subscription)
  const stopped = subscription.cancel_at !== null
  const unpaid = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const badge = unpaid
    ? html`<span class="badge badge--red">Payment failed</span>`
    : stopped
      ? html`<span class="badge badge--amber">Ends ${longDay(subscription.cancel_at ?? end)}</span>`
      : html`<span class="badge badge--green">Active</span>`
  const paused = subscription.status === 'paused'
  const words = pausedByFailure(subscription)
    ? 'Paused, because the last payment failed. Pay the open invoice below.'
    : paused
      ? 'Paused. Nothing is charged until it is resumed.'
      : stopped
        ? `Ends on ${longDay(subscription.cancel_at ?? end)}. Nothing more will be charged.`
        : `Renews on ${longDay(end)}.`
  const others = unpaid || stopped || paused || subscription.schedule !== null ? [] : switchable(tx, subscription)
  const next = scheduleOf(tx, subscription)?.phases.find((one) => one.start_date > tx.at)
  const nextPrice = next?.items[0] && tx.get('price', next.items[0].price)
  const action =
    stopped || (paused && !pausedByFailure(subscription))
      ? html`<form method="post" action="${base}/resume/${subscription.id}">
          <input type="hidden" name="token" value="${token}" /><button class="button button--small" type="submit">
            ${paused ? 'Resume plan' : 'Resume renewal'}
          </button>
        </form>`
      : html`${
            tx.settings.portalPause &&
            subscription.status === 'active' &&
            html`<form method="post" action="${base}/pause/${subscription.id}">
              <input type="hidden" name="token" value="${token}" /><button
                class="button button--quiet button--small"
                type="submit"
              >
                Pause plan
              </button>
            </form>`
          } <a class="button button--quiet button--small" href="${base}/cancel/${subscription.id}">Cancel plan</a>`
  return html`<section class="card stack">
    <div class="cluster cluster--apart">
      <h2>${nameOf(tx, price)}</h2>
      ${badge}
    </div>
    <p class="pay-amount">
      <span class="price">${money(price.unit_amount, price.currency)}</span
      ><span class="soft">per ${periodWords(recurringOf(price))}</span>
    </p>
    ${next && nextPrice && html`<p class="soft">Switches to ${adverb(nextPrice)} on ${longDay(next.start_date)}.</p>`}
    <p class="soft">
      ${unpaid ? 'The last payment failed. Pay the open invoice below, or change the card for the next attempt.' : words}
    </p>
    ${
      others.length > 0 &&
      html`<ul class="pay-switches">
        ${others.map(
          (one) =>
            html`<li>
              <span
                >${money(one.unit_amount, one.currency)}
                <span class="soft">per ${periodWords(recurringOf(one))}</span></span
              >
              <a class="button button--quiet button--small" href="${base}/switch/${subscription.id}/${one.id}"
                >Switch to ${adverb(one)}</a
              >
            </li>`,
        )}
      </ul>`
    }
    <div class="cluster">${action}</div>
  </section>`
}

export function adverb(price: Price): string {
  const { interval, interval_count } = recurringOf(price)
  return interval_count === 1 ? (adverbs[interval] ?? interval) : `every ${periodWords(recurringOf(price))}`
}

export function nameOf(tx: Transaction, price: Price): string {
  return tx.get('product', price.product)?.name ?? 'Your plan'
}

function cardCard({ tx, session, base, token, card }: PortalView, running: Subscription[]): Html {
  const customer = tx.get('customer', session.customer)
  const [first] = running
  const id = (first && methodOf(tx, first)) ?? customer?.invoice_settings.default_payment_method
  const method = id ? tx.get('payment_method', id) : undefined
  const typed = card?.typed ?? {
    number: '',
    expiry: '',
    cvc: '',
    name: customer?.individual_name ?? customer?.name ?? '',
  }
  const open = card !== undefined || running.some(({ status }) => status === 'past_due' || status === 'unpaid')
  return html`<section class="card stack" id="card">
    <h2>Card</h2>
    ${
      method
        ? html`<div class="pay-card">
            <span class="pay-brand" aria-hidden="true"
              >${(method.card?.brand ?? 'bank').toUpperCase().slice(0, 4)}</span
            >
            <p>
              <span class="strong">${methodName(method)}</span>
              ${
                method.card &&
                html`<br /><span class="soft small tabular"
                    >Expires ${String(method.card.exp_month).padStart(2, '0')} / ${method.card.exp_year}</span
                  >`
              }
            </p>
          </div>`
        : html`<p class="soft">No card on file.</p>`
    }
    <details class="pay-more" ${open && html`open`}>
      <summary class="button button--quiet button--small">Change card</summary>
      <form class="stack" method="post" action="${base}/card" novalidate>
        <input type="hidden" name="token" value="${token}" />
        ${cardFields(typed, card?.faults ?? {})}
        <div><button class="button" type="submit">Save card</button></div>
        ${testCards()}
      </form>
    </details>
  </section>`
}

const words: Record<Invoice['status'], [text: string, tone: string]> = {
  draft: ['Draft', ''],
  open: ['Unpaid', 'badge--red'],
  paid: ['Paid', 'badge--green'],
  void: ['Void', ''],
  uncollectible: ['Not collected', ''],
}

function linkWords({ status }: Invoice): string {
  if (status === 'open' || status === 'uncollectible') return 'Pay'
  return status === 'paid' ? 'Receipt' : 'Invoice'
}

function invoicesCard({ tx, session }: PortalView): Html {
  const invoices = tx
    .all('invoice')
    .filter((one) => one.customer === session.customer && one.status !== 'draft')
    .toReversed()
  return html`<section class="card stack pay-invoices">
    <h2>Invoices</h2>
    ${
      invoices.length === 0
        ? html`<p class="soft">Invoices stand here once something has been charged.</p>`
        : html`<ul>
            ${invoices.map((one) => {
              const [text, tone] = words[one.status]
              return html`<li>
                <span>${longDay(one.created)}<br /><span class="tabular">${money(one.total, one.currency)}</span></span>
                <span class="badge ${tone}">${text}</span>
                <a href="${root}/invoice/${one.id}"
                  >${linkWords(one)}<span class="visually-hidden"> ${one.number}</span></a
                >
              </li>`
            })}
          </ul>`
    }
  </section>`
}

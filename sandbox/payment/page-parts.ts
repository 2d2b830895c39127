import type { Html } from '../../core/html.ts'
import type { Dress } from '../dress.ts'

/** Where the pages are mounted in the shop. */
export const root = '/sandbox/payment'

type Writer = Pick<Dress, 'html'>

export type Field = {
  name: string
  label: string
  value: string
  fault?: string | undefined
  optional?: boolean
  autocomplete: string
  numeric?: boolean
  type?: string
  hint?: string
  placeholder?: string
  size?: 's' | 'm'
}

/** A labelled field; its fault stands under it and is read out with it. */
export function field({ html }: Writer, of: Field): Html {
  const described = [of.hint && `${of.name}-hint`, of.fault && `${of.name}-error`].filter(Boolean).join(' ')
  return html`<div class="field ${of.size ? `pay-${of.size}` : ''}">
    ${label({ html }, of)} ${of.hint && html`<span class="field__hint" id="${of.name}-hint">${of.hint}</span>`}
    <div class="field__control">
      <input
        class="input ${of.numeric ? 'tabular' : ''}"
        id="${of.name}"
        name="${of.name}"
        type="${of.type ?? 'text'}"
        value="${of.value}"
        autocomplete="${of.autocomplete}"
        placeholder="${of.placeholder ?? ''}"
        ${of.numeric && html`inputmode="numeric"`}
        ${described !== '' && html`aria-describedby="${described}"`}
        ${of.fault !== undefined && html`aria-invalid="true" autofocus`}
        ${!of.optional && html`required`}
        maxlength="200"
        autocapitalize="off"
        spellcheck="false"
      />
    </div>
    ${error({ html }, of)}
  </div>`
}

function label({ html }: Writer, { name, label: words, optional }: Field): Html {
  return html`<label class="field__label" for="${name}"
    >${words}${optional && html` <span class="field__optional">(optional)</span>`}</label
  >`
}

export function error({ html }: Writer, { name, fault }: { name: string; fault?: string | undefined }): Html | false {
  return (
    fault !== undefined && html`<p class="field__error" id="${name}-error">${icon({ html })}<span>${fault}</span></p>`
  )
}

export function icon({ html }: Writer): Html {
  return html`<svg
    class="icon pay-icon"
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
  >
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 4.75v4M8 10.9v.4" stroke-linecap="round" />
  </svg>`
}

/** A remark with a tone, read out when it comes with the page. */
export function panel({ html }: Writer, tone: 'red' | 'green' | 'amber', title: string, words: string): Html {
  return html`<div class="panel panel--${tone}" role="${tone === 'red' ? 'alert' : 'status'}">
    ${icon({ html })}
    <div class="panel__words">
      <p class="panel__title">${title}</p>
      ${words !== '' && html`<p>${words}</p>`}
    </div>
  </div>`
}

/** Card number, expiry and CVC as three fields that belong together. */
export function cardFields(
  dress: Dress,
  typed: { number: string; expiry: string; cvc: string; name: string },
  faults: Partial<Record<string, string>>,
): Html {
  const { html } = dress
  return html`${field(dress, {
      name: 'number',
      label: 'Card number',
      value: typed.number,
      fault: faults.number,
      autocomplete: 'cc-number',
      numeric: true,
      placeholder: '1234 1234 1234 1234',
    })}
    <div class="pay-pair">
      ${field(dress, {
        name: 'expiry',
        label: 'Expiry',
        value: typed.expiry,
        fault: faults.expiry,
        autocomplete: 'cc-exp',
        numeric: true,
        placeholder: 'MM / YY',
      })}
      ${field(dress, {
        name: 'cvc',
        label: 'CVC',
        value: typed.cvc,
        fault: faults.cvc,
        autocomplete: 'cc-csc',
        numeric: true,
        placeholder: '123',
      })}
    </div>
    ${field(dress, {
      name: 'name',
      label: 'Name on card',
      value: typed.name,
      fault: faults.name,
      autocomplete: 'cc-name',
    })}`
}

/** Which numbers to type, since no real card is taken. */
export function testCards({ html }: Dress): Html {
  const cards: [number: string, what: string][] = [
    ['4242 4242 4242 4242', 'pays'],
    ['4000 0000 0000 0002', 'is declined'],
    ['4000 0000 0000 9995', 'has insufficient funds'],
    ['4000 0000 0000 0341', 'pays first, fails at renewal'],
  ]
  return html`<details class="pay-cards">
    <summary>Test cards: no money moves</summary>
    <dl class="facts">
      ${cards.map(
        ([number, what]) =>
          html`<dt class="tabular">${number}</dt>
            <dd>${what}</dd>`,
      )}
    </dl>
    <p class="small soft">Any expiry date to come and any three digits.</p>
  </details>`
}

export function inDress({ html, page }: Dress, title: string, body: Html): string {
  return page(title, html`<link rel="stylesheet" href="${root}/payment.css" />${body}`)
}

export function messagePage(dress: Dress, title: string, words: string, back: string | null): string {
  const { html } = dress
  return inDress(
    dress,
    title,
    html`<div class="message-page">
      <h1 class="heading-2">${title}</h1>
      <p>${words}</p>
      ${back !== null && html`<a class="button" href="${back}">Back to the shop</a>`}
    </div>`,
  )
}

/** What these pages have of their own; colours, type and spaces are the shop's. */
export const paymentStyles = `.pay h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.02em; }
.pay h2 { font-size: 1.125rem; }
.pay-icon { flex: none; inline-size: 1rem; block-size: 1rem; margin-block-start: 0.15em; }
.pay-back { display: inline-flex; gap: var(--space-2); align-items: center; color: var(--text-soft); font-size: var(--size-2); font-weight: 550; text-decoration: none; }
.pay-back:hover { color: var(--text); text-decoration: underline; }
.pay-amount { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-2); align-items: baseline; }
.pay-amount .price { font-size: 2.25rem; }
.pay-lines { display: grid; gap: var(--space-3); font-size: var(--size-2); }
.pay-lines > div { display: flex; justify-content: space-between; gap: var(--space-4); }
.pay-lines > div > dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
.pay-lines > div > dt { min-inline-size: 0; overflow-wrap: anywhere; }
.pay-lines .pay-total { padding-block-start: var(--space-3); border-block-start: 1px solid var(--border); font-size: var(--size-3); font-weight: 650; }
.pay-pair { display: grid; grid-template-columns: 1fr 1fr; gap: var(--space-4); align-items: start; }
.pay-cards { padding: var(--space-3) var(--space-4); border-radius: var(--radius); background: var(--surface-sunken); font-size: var(--size-2); }
.pay-cards > summary { color: var(--text-soft); cursor: pointer; }
.pay-cards > .facts { margin-block: var(--space-3) var(--space-2); grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-4); }
.pay-cards .facts > dt { color: var(--text); }
.pay-s { max-inline-size: 10rem; }
.pay-m { max-inline-size: 18rem; }
.pay-head { padding-block-end: var(--space-2); }
.pay-card { display: flex; gap: var(--space-4); align-items: center; }
.pay-brand { flex: none; display: grid; place-items: center; inline-size: 3.25rem; block-size: 2.125rem; border: 1px solid var(--border); border-radius: var(--radius-s); background: var(--surface-sunken); font-size: 0.6875rem; font-weight: 700; letter-spacing: 0.02em; }
.pay-switches { display: grid; }
.pay-switches > li { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: var(--space-2) var(--space-4); padding-block: var(--space-3); border-block-start: 1px solid var(--border); }
.pay-invoices ul { display: grid; }
.pay-invoices li { display: grid; grid-template-columns: 1fr auto 4rem; gap: 0 var(--space-4); align-items: center; padding-block: var(--space-3); border-block-start: 1px solid var(--border); font-size: var(--size-2); }
.pay-invoices li > a { justify-self: end; }
.pay-invoices .tabular { color: var(--text-soft); }
.pay-more > summary { display: inline-flex; cursor: pointer; list-style: none; }
.pay-more > summary::-webkit-details-marker { display: none; }
.pay-more[open] > summary { display: none; }
.receipt-head { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: var(--space-4); }
.pay .pay-for { color: var(--text-soft); font-size: 1.125rem; font-weight: 550; letter-spacing: -0.01em; }
.pay-who { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-6); font-size: var(--size-2); }
.pay-who > dt { color: var(--text-faint); }
.pay-who > dd { min-inline-size: 0; overflow-wrap: anywhere; }
.receipt .facts { grid-template-columns: max-content 1fr; }
@media (min-width: 40rem) {
  .pay-invoices li > span:first-child { display: grid; grid-template-columns: 12rem 1fr; }
  .pay-invoices br { display: none; }
}
@media (min-width: 64rem) {
  .pay-summary { position: sticky; inset-block-start: 6rem; }
}
@media print {
  .site-header, .no-print { display: none; }
  .card { border: 0; box-shadow: none; padding: 0; }
  .page { padding: 0; }
}
`

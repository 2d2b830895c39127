import { html, type Html } from '../html.ts'
import type { PageTemplate } from '../page-template.ts'
import { known } from '../customers/cards.ts'
import type { Transaction } from '../state/transaction.ts'

/** The response of one page: a document, or an address to continue at. */
export type Page = { status?: number; body: string; formsTo?: string | null } | { to: string }

export type Visit = {
  pageTemplate: PageTemplate
  tx: Transaction
  post: boolean
  path: string[]
  form: URLSearchParams
  query: URLSearchParams
  token: string
}

/** The path of the pages in the shop. */
export const root = '/sandbox/payment'

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

/** A labelled field; its fault is shown below it and announced with it. */
export function field(of: Field): Html {
  const described = [of.hint && `${of.name}-hint`, of.fault && `${of.name}-error`].filter(Boolean).join(' ')
  return html`<div class="field ${of.size ? `pay-${of.size}` : ''}">
    ${label(of)} ${of.hint && html`<span class="field__hint" id="${of.name}-hint">${of.hint}</span>`}
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
    ${error(of)}
  </div>`
}

function label({ name, label: words, optional }: Field): Html {
  return html`<label class="field__label" for="${name}"
    >${words}${optional && html` <span class="field__optional">(optional)</span>`}</label
  >`
}

export function error({ name, fault }: { name: string; fault?: string | undefined }): Html | false {
  return fault !== undefined && html`<p class="field__error" id="${name}-error">${icon()}<span>${fault}</span></p>`
}

export function icon(): Html {
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

/** A note with a tone, announced by screen readers when the page opens. */
export function panel(tone: 'red' | 'green' | 'amber', title: string, words: string): Html {
  return html`<div class="panel panel--${tone}" role="${tone === 'red' ? 'alert' : 'status'}">
    ${icon()}
    <div class="panel__words">
      <p class="panel__title">${title}</p>
      ${words !== '' && html`<p>${words}</p>`}
    </div>
  </div>`
}

/** Card number, expiry and CVC as a group of three fields. */
export function cardFields(
  typed: { number: string; expiry: string; cvc: string; name: string },
  faults: Partial<Record<string, string>>,
): Html {
  return html`${field({
      name: 'number',
      label: 'Card number',
      value: typed.number,
      fault: faults.number,
      autocomplete: 'cc-number',
      numeric: true,
      placeholder: '1234 1234 1234 1234',
    })}
    <div class="pay-pair">
      ${field({
        name: 'expiry',
        label: 'Expiry',
        value: typed.expiry,
        fault: faults.expiry,
        autocomplete: 'cc-exp',
        numeric: true,
        placeholder: 'MM / YY',
      })}
      ${field({
        name: 'cvc',
        label: 'CVC',
        value: typed.cvc,
        fault: faults.cvc,
        autocomplete: 'cc-csc',
        numeric: true,
        placeholder: '123',
      })}
    </div>
    ${field({
      name: 'name',
      label: 'Name on card',
      value: typed.name,
      fault: faults.name,
      autocomplete: 'cc-name',
    })}`
}

/** Formats a number as printed on cards. */
export function inFours(number: string): string {
  return number.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** Lists the numbers to enter, because real cards are refused. */
export function testCards(): Html {
  const cards = ['4242424242424242', '4000000000000002', '4000000000009995', '4000000000000341', '4000002760003184']
  return html`<details class="pay-cards">
    <summary>Test cards: no money moves</summary>
    <dl class="facts">
      ${cards.map(
        (number) =>
          html`<dt class="tabular">${inFours(number)}</dt>
            <dd>${known[number]?.does}</dd>`,
      )}
    </dl>
    <p class="small soft">Any expiry date to come and any three digits. <a href="${root}#cards">All test cards</a></p>
  </details>`
}

export function inTemplate({ page }: PageTemplate, title: string, body: Html): string {
  return page(title, html`<link rel="stylesheet" href="${root}/payment.css" />${body}`)
}

export function messagePage(pageTemplate: PageTemplate, title: string, words: string, back: string | null): string {
  return inTemplate(
    pageTemplate,
    title,
    html`<div class="message-page">
      <h1 class="heading-2">${title}</h1>
      <p>${words}</p>
      ${back !== null && html`<a class="button" href="${back}">Back to the shop</a>`}
    </div>`,
  )
}

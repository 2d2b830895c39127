import { html, type Html } from '../../platform/html.ts'
import { signInAddress } from '../addresses.ts'
import type { IdentityContext } from '../context.ts'
import type { Fault, IdentityWords, Page, Visit } from '../http.ts'
import { faultStatus } from '../http.ts'
import { passwordLengths } from '../accounts/passwords.ts'
import { passwordScript } from './password-script.ts'

export type Field = {
  /** `current` is the password somebody has while they choose another. */
  name: 'email' | 'password' | 'current' | 'code'
  label: string
  autocomplete: 'username' | 'current-password' | 'new-password' | 'one-time-code'
  value?: string
  hint?: string
  error?: string | undefined
  /** It does not have the focus from the start, as something stands above it. */
  later?: boolean
}

type FormPage = {
  title: string
  intro?: string
  /** Between the introduction and the form. */
  above?: Html
  script?: string | undefined
  /** What is wrong outside the form's fields: the element's id, and the sentence. */
  problem?: { id: string; text: string } | undefined
  /** The page has a more important button than the form's. */
  quiet?: boolean
  action: string
  formToken: string
  hidden?: Record<string, string>
  /** Whose password it is, for the browser's password manager alone. */
  username?: string
  /** Where the person is on their way to, in words. */
  place?: string
  fields: Field[]
  button: string
  /** A second way to send the form. */
  otherButton?: { name: string; value: string; label: string }
  links?: { label: string; address: string }[]
}

/** A page that is one form. With errors its status is 400, and what was typed stands again, passwords excepted. */
export function formPage(t: IdentityWords, content: FormPage): Page {
  const { fields, hidden = {}, links = [], otherButton } = content
  const problems = [
    ...(content.problem === undefined ? [] : [content.problem]),
    ...fields.flatMap(({ name, error }) => (error === undefined ? [] : [{ id: name, text: error }])),
  ]
  const asked = new URLSearchParams(hidden).toString()
  const weight = content.quiet ? 'button--quiet' : 'button--primary'
  const script = content.script ?? (fields.some(({ name }) => name === 'password') ? passwordScript : undefined)
  return {
    status: problems.length > 0 ? 400 : 200,
    title: content.title,
    back: asked === '' ? content.action : `${content.action}?${asked}`,
    ...(script === undefined ? {} : { script }),
    body: card(
      content.title,
      html`${content.place !== undefined && html`<p class="soft">${t.continueTo(content.place)}</p>`}
        ${problems.length > 0 && summary(t, problems)} ${content.intro !== undefined && html`<p>${content.intro}</p>`}
        ${content.above}
        <form class="stack" method="post" action="${content.action}" novalidate>
          <input type="hidden" name="_csrf" value="${content.formToken}" />
          ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
          ${
            content.username !== undefined &&
            html`<input type="email" autocomplete="username" value="${content.username}" readonly hidden />`
          }
          ${fields.map((field) => fieldOf(t, field))}
          <button class="button ${weight} button--wide" type="submit">${content.button}</button>
          ${
            otherButton &&
            html`<button
              class="button button--quiet button--wide"
              type="submit"
              name="${otherButton.name}"
              value="${otherButton.value}"
            >
              ${otherButton.label}
            </button>`
          }
        </form>
        <div class="stack stack--tight">
          ${links.map(({ label, address }) => html`<p><a href="${address}">${label}</a></p>`)}
        </div>`,
    ),
  }
}

/** A page that says something, with a link to go on where there is one. */
export function messagePage(
  status: number,
  words: { title: string; text: string; hint?: string },
  link?: { label: string; address: string },
): Page {
  const { title, text, hint } = words
  return {
    status,
    title,
    body: card(
      title,
      html`<p>${text}</p>
        ${hint !== undefined && html`<p>${hint}</p>`}
        ${link && html`<p><a class="button button--primary" href="${link.address}">${link.label}</a></p>`}`,
    ),
  }
}

export function faultPage(t: IdentityWords, kind: Fault): Page {
  const words = t.problems[kind]
  return messagePage(faultStatus[kind], words, { label: words.action, address: signInAddress() })
}

/** Where a page leads, in words: the brand where nothing more is known. */
export function placeOf(context: IdentityContext, { language }: Visit, path: string | undefined): string {
  const { brandName } = context.shell(language)
  return path === undefined ? brandName : (context.placeOf?.(path, language) ?? brandName)
}

export function emailField(t: IdentityWords, value: string, error?: string): Field {
  return { name: 'email', label: t.fields.email, autocomplete: 'username', value, error }
}

export function newPasswordField(t: IdentityWords, error?: string): Field {
  return {
    name: 'password',
    label: t.fields.newPassword,
    autocomplete: 'new-password',
    hint: t.passwordHint(passwordLengths.fewest, passwordLengths.most),
    error,
  }
}

export function card(title: string, body: Html): Html {
  return html`<div class="narrow-card card card--raised stack">
    <h1>${title}</h1>
    ${body}
  </div>`
}

function summary(t: IdentityWords, problems: { id: string; text: string }[]): Html {
  return html`<div class="error-summary" role="alert" aria-labelledby="error-summary-title" tabindex="-1" autofocus>
    <h2 id="error-summary-title">${t.summaryHeading}</h2>
    <ul>
      ${problems.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
  </div>`
}

const inputType = { email: 'email', password: 'password', current: 'password', code: 'text' } as const

function fieldOf(t: IdentityWords, field: Field): Html {
  const { name, hint, error } = field
  const described = [hint !== undefined && `${name}-hint`, error !== undefined && `${name}-error`]
    .filter(Boolean)
    .join(' ')
  const attributes = html`class="input" id="${name}" name="${name}" type="${inputType[name]}"
  autocomplete="${field.autocomplete}" required ${described !== '' && html`aria-describedby="${described}"`}
  ${error !== undefined && html`aria-invalid="true"`}
  ${name === 'email' && html`value="${field.value ?? ''}" inputmode="email" autocapitalize="none" spellcheck="false"`}
  ${name === 'code' && html`autocapitalize="characters" spellcheck="false"`}
  ${name === 'code' && !field.later && html`autofocus`}`
  return html`<div class="field">
    <label class="field__label" for="${name}">${field.label}</label>
    ${hint !== undefined && html`<p class="field__hint" id="${name}-hint">${hint}</p>`}
    ${inputType[name] === 'password' ? passwordInput(t, attributes) : html`<input ${attributes} />`}
    ${error !== undefined && html`<p class="field__error" id="${name}-error">${error}</p>`}
  </div>`
}

/** The button and the remark are shown by the page's script. */
function passwordInput(t: IdentityWords, attributes: Html): Html {
  const { show, hide, capsLock } = t.password
  return html`<div class="password">
      <input ${attributes} />
      <button
        class="button button--quiet button--small"
        type="button"
        data-show="${show}"
        data-hide="${hide}"
        aria-pressed="false"
        hidden
      >
        ${show}
      </button>
    </div>
    <p class="field__hint" role="status" data-caps hidden>${capsLock}</p>`
}

import { html, type Html } from '../../platform/html.ts'
import { buttonLink, field, paragraphs, postForm, textLink, type PageLink } from '../../platform/page-kit.ts'
import { signInAddress } from '../addresses.ts'
import type { IdentityContext } from '../context.ts'
import type { RequestFault, IdentityWords, Page, Visit } from '../http.ts'
import { faultStatus } from '../http.ts'
import { passwordLengths } from '../accounts/passwords.ts'
import { passwordScript } from './password-script.ts'

export type FormField = {
  /** `current` is the present password of a person who chooses another. */
  name: 'email' | 'password' | 'current' | 'code'
  label: string
  autocomplete: 'username' | 'current-password' | 'new-password' | 'one-time-code'
  value?: string
  hint?: string
  error?: string | undefined
  /** No initial focus, because other text precedes it. */
  later?: boolean
}

type FormPage = {
  title: string
  intro?: string
  /** Content between the introduction and the form. */
  above?: Html
  script?: string | undefined
  /** A fault outside the form's fields: the element's id, and the sentence. */
  problem?: { id: string; text: string } | undefined
  /** True if the page has a more important button than the form's. */
  quiet?: boolean
  action: string
  formToken: string
  hidden?: Record<string, string>
  /** The owner of the password, for the browser's password manager only. */
  username?: string
  /** Where the person continues, in words. */
  place?: string
  fields: FormField[]
  button: string
  /** A second button that sends the form. */
  otherButton?: { name: string; value: string; label: string }
  links?: PageLink[]
}

/** Returns a page with one form. With errors its status is 400, and the input is filled in again, except passwords. */
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
    body: html`${content.place !== undefined && html`<p class="soft">${t.continueTo(content.place)}</p>`}
      ${problems.length > 0 && summary(t, problems)} ${content.intro !== undefined && html`<p>${content.intro}</p>`}
      ${content.above}
      ${postForm(
        { action: content.action, hidden: { _csrf: content.formToken, ...hidden }, noValidate: true },
        html`${
            content.username !== undefined &&
            html`<input type="email" autocomplete="username" value="${content.username}" readonly hidden />`
          }
          ${fields.map((one) => fieldOf(t, one))}
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
          }`,
      )}
      <div class="stack stack--tight">${links.map(textLink)}</div>`,
  }
}

/** A page with a message, and a link to continue if there is one. */
export function messagePage(
  status: number,
  words: { title: string; text: string; hint?: string },
  link?: PageLink,
): Page {
  const { title, text, hint } = words
  const body = html`${paragraphs(text, ...(hint === undefined ? [] : [hint]))}${link && buttonLink(link)}`
  return { status, title, body }
}

/** `retryAfter`: the seconds until the request can be made again, if known. */
export function faultPage(t: IdentityWords, kind: RequestFault, retryAfter: number | null = null): Page {
  const { title, text, action } = t.problems[kind]
  const words = { title, text: typeof text === 'string' ? text : text(Math.ceil((retryAfter ?? 60) / 60)) }
  return messagePage(faultStatus[kind], words, { label: action, address: signInAddress() })
}

/** Returns where a page leads, in words: the brand if nothing more is known. */
export function placeOf(context: IdentityContext, { language, shell }: Visit, path: string | undefined): string {
  return (path === undefined ? undefined : context.placeOf?.(path, language)) ?? shell.brandName
}

export function emailField(t: IdentityWords, value: string, error?: string): FormField {
  return { name: 'email', label: t.fields.email, autocomplete: 'username', value, error }
}

export function newPasswordField(t: IdentityWords, error?: string): FormField {
  return {
    name: 'password',
    label: t.fields.newPassword,
    autocomplete: 'new-password',
    hint: t.passwordHint(passwordLengths.fewest, passwordLengths.most),
    error,
  }
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

function fieldOf(t: IdentityWords, { name, autocomplete, value = '', later, ...labels }: FormField): Html {
  return field({ name, ...labels }, (named) => {
    const attributes = html`${named} type="${inputType[name]}" autocomplete="${autocomplete}" required
    ${name === 'email' && html`value="${value}" inputmode="email" autocapitalize="none" spellcheck="false"`}
    ${name === 'code' && html`autocapitalize="characters" spellcheck="false"`}
    ${name === 'code' && !later && html`autofocus`}`
    return inputType[name] === 'password' ? passwordInput(t, attributes) : html`<input ${attributes} />`
  })
}

/** The page's script shows the button and the note. */
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

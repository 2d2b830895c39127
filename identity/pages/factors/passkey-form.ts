import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { browserName } from '../../../domain/account/browser-name.ts'
import { html, type Html } from '../../../platform/html.ts'
import { field, hiddenFields } from '../../../platform/page-kit.ts'
import type { Visit } from '../../http.ts'

type PasskeyForm = { action: string; progress: string; error?: string | undefined }

/** The form that asks the browser for one of the person's passkeys. */
export function usePasskeyForm(
  visit: Visit,
  options: PublicKeyCredentialRequestOptionsJSON,
  { action, progress, error }: PasskeyForm,
): Html {
  const t = visit.t.factor.passkey
  return html`<form
    class="stack"
    method="post"
    action="${action}"
    data-passkeys
    data-options="${JSON.stringify(options)}"
    data-failed="${t.wrong}"
    hidden
  >
    ${sent(visit, progress)}
    <button class="button button--primary button--wide" type="submit" id="passkey-button">${t.use}</button>
    ${problem(error)}
  </form>`
}

/** The form with which the browser creates a passkey, which the person names. */
export function newPasskeyForm(
  visit: Visit,
  options: PublicKeyCredentialCreationOptionsJSON,
  { action, progress, error, button }: PasskeyForm & { button: string },
): Html {
  const t = visit.t.factor.passkey
  return html`<form
    class="stack"
    method="post"
    action="${action}"
    data-passkeys
    data-creates="yes"
    data-options="${JSON.stringify(options)}"
    data-failed="${t.notCreated}"
    data-known="${t.known}"
    hidden
  >
    ${sent(visit, progress)}
    ${field(
      { name: 'name', label: t.name, hint: t.nameHint },
      (attributes) =>
        html`<input
          ${attributes}
          type="text"
          maxlength="${longestName}"
          autocomplete="off"
          value="${browserName(visit.request.headers['user-agent']) ?? ''}"
        />`,
    )}
    <button class="button button--primary button--wide" type="submit" id="passkey-button">${button}</button>
    ${problem(error)}
  </form>`
}

const longestName = 60

/** Returns the person's name for a new passkey, or its browser if the field is empty. */
export function nameIn(visit: Visit, form: URLSearchParams): string {
  const typed = (form.get('name') ?? '').replaceAll(/\p{Cc}/gu, ' ').trim()
  return Array.from(typed || browserName(visit.request.headers['user-agent']) || visit.t.factor.passkey.heading)
    .slice(0, longestName)
    .join('')
}

const sent = ({ formToken }: Visit, progress: string) => hiddenFields({ _csrf: formToken, progress, passkey: '' })

/** Present from the start, so that screen readers announce what the script adds. */
const problem = (error: string | undefined) => html`<p class="field__error" role="alert" data-problem>${error}</p>`

import { html, type Html } from '../../platform/html.ts'
import { liveListScript } from '../live-list.ts'
import type { PageTemplate } from '../page-template.ts'
import { behaviours, type Behaviour, type ReceivedMessage, type Verdict } from './received.ts'

export const root = '/sandbox/webhooks'
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

const answers: Record<Behaviour, string> = {
  accept: 'Respond 204, or 401 if the signature is wrong',
  fail: 'Respond 500',
  hang: 'Do not respond',
  gone: 'Respond 410: the shop stops sending',
}
const verdicts: Record<Verdict, string> = {
  verified: 'Verified',
  wrong: 'Wrong signature',
  unchecked: 'Not checked: no secret',
}

type ReceiverView = {
  secret: string
  /** An entered secret that is invalid. */
  wrong: string | undefined
  behaviour: Behaviour
  received: readonly ReceivedMessage[]
}

/** The settings of the receiver, and what arrived, newest first. */
export function receiverPage(pageTemplate: PageTemplate, { secret, wrong, behaviour, received }: ReceiverView): string {
  const fault =
    wrong === undefined
      ? false
      : html`<p class="field__error" id="secret-fault">This is not a signing secret. It begins with whsec_.</p>`
  const body = html`<div class="stack stack--loose">
    <div class="cluster cluster--apart receiver-head">
      <h1>Webhook receiver</h1>
      <a class="button button--quiet button--small" href="${root}">Reload</a>
    </div>
    <p class="soft">
      Sandbox: this page stands for your own system. Add its URL as an endpoint under
      <a href="/administration/connect">Integrations</a>, then paste the signing secret of that endpoint here. The
      newest 50 messages are kept until the shop restarts, and are <a href="${root}/messages">available as JSON</a>.
    </p>
    <form class="card receiver-form stack" method="post" action="${root}/settings">
      <div class="field">
        <label class="field__label" for="secret">Signing secret</label>
        <input
          class="input"
          id="secret"
          name="secret"
          value="${wrong ?? secret}"
          placeholder="whsec_…"
          autocomplete="off"
          spellcheck="false"
          ${wrong !== undefined && html`aria-invalid="true" aria-describedby="secret-fault" autofocus`}
        />
        ${fault}
      </div>
      <fieldset class="receiver-choices stack stack--tight">
        <legend>When a message arrives</legend>
        ${behaviours.map(
          (one) =>
            html`<label class="receiver-choice">
              <input type="radio" name="behaviour" value="${one}" ${one === behaviour && html`checked`} />
              ${answers[one]}
            </label>`,
        )}
      </fieldset>
      <div><button class="button button--primary" type="submit">Save</button></div>
    </form>
    <section class="stack" aria-labelledby="messages-title">
      <h2 id="messages-title">Messages</h2>
      <div id="receiver-messages" aria-live="polite" aria-relevant="additions">${list(received)}</div>
    </section>
    <script type="module" src="${root}/receiver.js"></script>
  </div>`
  return pageTemplate.page(
    'Webhook receiver',
    html`<link rel="stylesheet" href="${root}/receiver.css" />
      <div class="page page--narrow receiver">${body}</div>`,
  )
}

function list(received: readonly ReceivedMessage[]): Html {
  if (received.length === 0)
    return html`<p class="card receiver-empty soft">No message yet. Choose <em>Send a test</em> at the endpoint.</p>`
  return html`<ol class="card receiver-list" reversed>
    ${received.map(
      ({ number, id, at, verdict, answer, body }) =>
        html`<li class="receiver-row" data-key="${number} ${at.toISOString()}">
          <details>
            <summary>
              <span class="receiver-row__type">${typeOf(body)}</span>
              <span class="receiver-row__verdict receiver-row__verdict--${verdict}">${verdicts[verdict]}</span>
              <span class="soft small">${answer === null ? 'No response' : `Responded ${answer}`}</span>
              <time class="soft small" datetime="${at.toISOString()}">${times.format(at)} UTC</time>
            </summary>
            <p class="soft small">${id || 'Without an id'}</p>
            <pre>${indented(body)}</pre>
          </details>
        </li>`,
    )}
  </ol>`
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

function typeOf(body: string): string {
  const value = parsed(body)
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : null
  return typeof type === 'string' ? type : 'Not a message'
}

/** Adds line breaks, unless a deeply nested body would become many times as long. */
function indented(body: string): string {
  const value = parsed(body)
  if (value === null || depthOf(body) > 20) return body
  return JSON.stringify(value, null, 2)
}

/** Returns the maximum nesting of brackets in a text. Brackets within strings count. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0]
  for (const letter of text) {
    if (letter === '{' || letter === '[') deepest = Math.max(deepest, (depth += 1))
    else if (letter === '}' || letter === ']') depth -= 1
  }
  return deepest
}

export const receiverScript = liveListScript(root, 'receiver-messages')

/** The styles of this page alone; colours, type and spacing are the shop's. */
export const receiverStyles = `.receiver h1 { font-size: 1.75rem; }
.receiver h2 { font-size: 1.25rem; }
.receiver-head { margin-block-end: calc(-1 * var(--space-5)); }
.receiver-form { padding: var(--space-5); }
.receiver-choices { margin: 0; padding: 0; border: 0; }
.receiver-choices > legend { margin-block-end: var(--space-2); padding: 0; font-weight: 600; }
.receiver-choice { display: flex; gap: var(--space-2); align-items: baseline; min-block-size: 1.75rem; }
.receiver-empty { padding: var(--space-8); text-align: center; }
.receiver-list { margin: 0; padding: 0; overflow: hidden; list-style: none; }
.receiver-row { padding: var(--space-3) var(--space-5); }
.receiver-row + .receiver-row { border-block-start: 1px solid var(--border); }
.receiver-row summary { display: flex; flex-wrap: wrap; gap: var(--space-1) var(--space-4); align-items: baseline; cursor: pointer; }
.receiver-row summary::before { content: '▸' / ''; color: var(--text-soft); }
.receiver-row details[open] > summary::before { content: '▾' / ''; }
.receiver-row__type { font-weight: 600; overflow-wrap: anywhere; }
.receiver-row__verdict--verified { color: var(--green); }
.receiver-row__verdict--wrong { color: var(--red); }
.receiver-row time { margin-inline-start: auto; }
.receiver-row pre { margin-block-start: var(--space-2); font-size: var(--size-1); white-space: pre-wrap; overflow-wrap: anywhere; }
`

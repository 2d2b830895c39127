import { html, type Html } from '../../platform/html.ts'
import { liveListScript } from '../live-list.ts'
import type { PageTemplate } from '../page-template.ts'
import type { Message } from './mailbox.ts'

const root = '/sandbox/mail'
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** All emails, newest first. */
export function listPage(pageTemplate: PageTemplate, messages: Message[]): string {
  const list =
    messages.length === 0
      ? html`<div class="card inbox-empty stack stack--tight">
          <h2>No email yet</h2>
          <p class="soft">
            Register on <a href="/">the trial page</a>: the activation email appears here a moment later.
          </p>
        </div>`
      : html`<ul class="card inbox-list">
          ${messages.map((message) => row(message))}
        </ul>`
  const body = html`<div class="stack stack--loose">
    <div class="cluster cluster--apart inbox-head">
      <h1>Inbox</h1>
      <a class="button button--quiet button--small" href="${root}">Reload</a>
    </div>
    <p class="soft inbox-note">
      Sandbox: what the shop sends is kept here and goes nowhere else. Times are UTC by the shop&rsquo;s clock. Also
      <a href="${root}/messages">as JSON</a>.
    </p>
    <div id="inbox-mails" aria-live="polite" aria-relevant="additions">${list}</div>
    <script type="module" src="${root}/inbox.js"></script>
  </div>`
  return inTemplate(pageTemplate, 'Sandbox inbox', body)
}

function row({ id, to, subject, sentAt }: Message): Html {
  return html`<li class="inbox-row" data-key="${id} ${sentAt}">
    <a class="inbox-row__subject" href="${root}/${id}">${subject || 'No subject'}</a>
    <span class="inbox-row__to soft small">${to}</span>
    <time class="inbox-row__when soft small" datetime="${sentAt}">${dates.format(new Date(sentAt))}</time>
  </li>`
}

/** One email: as a mail program would show it, and its text part. */
export function messagePage(
  pageTemplate: PageTemplate,
  { id, to, subject, text, html: mail, sentAt }: Message,
): string {
  const shown = html`<iframe
    class="inbox-frame"
    title="The email"
    src="${root}/${id}/html"
    sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
  ></iframe>`
  const plain = html`<details class="card inbox-text" ${mail === '' && html`open`}>
    <summary>Text part</summary>
    <pre>${text || 'This email has no text part.'}</pre>
  </details>`
  const body = html`<div class="stack">
    <nav aria-label="Breadcrumb">
      <ol class="breadcrumb">
        <li><a href="${root}">Inbox</a></li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">Email</li>
      </ol>
    </nav>
    <h1 class="inbox-subject">${subject || 'No subject'}</h1>
    <dl class="facts">
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>Sent</dt>
      <dd><time datetime="${sentAt}">${dates.format(new Date(sentAt))} UTC</time></dd>
    </dl>
    ${mail !== '' && shown} ${plain}
  </div>`
  return inTemplate(pageTemplate, subject || 'No subject', body)
}

export function missingPage(pageTemplate: PageTemplate): string {
  const body = html`<div class="stack">
    <h1>Email not found</h1>
    <p class="soft">It does not exist, or was removed to keep newer ones.</p>
    <p><a class="button button--quiet" href="${root}">Back to the inbox</a></p>
  </div>`
  return inTemplate(pageTemplate, 'Email not found', body)
}

function inTemplate({ page }: PageTemplate, title: string, body: Html): string {
  return page(
    title,
    html`<link rel="stylesheet" href="${root}/inbox.css" />
      <div class="page page--narrow inbox">${body}</div>`,
  )
}

/** Shows new email automatically. */
export const inboxScript = liveListScript(root, 'inbox-mails')

/** The styles of the inbox alone; colours, type and spaces are the shop's. */
export const inboxStyles = `.inbox h1 { font-size: 1.75rem; }
.inbox h1.inbox-subject { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
.inbox-head { margin-block-end: calc(-1 * var(--space-5)); }
.inbox-note { margin-block-end: calc(-1 * var(--space-2)); text-wrap: pretty; }
.inbox-list { padding: 0; overflow: hidden; }
.inbox-row { position: relative; display: grid; gap: 0 var(--space-4); padding: var(--space-3) var(--space-5); }
.inbox-row + .inbox-row { border-block-start: 1px solid var(--border); }
.inbox-row:hover { background: var(--surface-hover); }
.inbox-row__subject { color: var(--text); font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
.inbox-row__subject::after { content: ''; position: absolute; inset: 0; }
.inbox-row:has(:focus-visible) { outline: 2px solid var(--focus); outline-offset: -2px; }
.inbox-row__subject:focus-visible { outline: none; }
.inbox-row__to { overflow-wrap: anywhere; }
.inbox-empty { align-items: center; padding-block: var(--space-12); text-align: center; }
.inbox-frame { display: block; inline-size: 100%; block-size: 48rem; border: 1px solid var(--border); border-radius: var(--radius-l); background: var(--surface); }
.inbox-text { padding: var(--space-4) var(--space-5); }
.inbox-text > summary { font-weight: 600; cursor: pointer; }
.inbox-text > pre { margin-block-start: var(--space-4); font: inherit; font-size: var(--size-2); white-space: pre-wrap; overflow-wrap: anywhere; }
.inbox .facts { grid-template-columns: max-content 1fr; }
@media (min-width: 40rem) {
  .inbox-frame { block-size: 42rem; }
  .inbox-row { grid-template-columns: 1fr auto; }
  .inbox-row__when { grid-area: 1 / 2 / 3 / 3; align-self: center; }
}
`

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageTemplate } from '../page-template.ts'
import { inboxScript, inboxStyles, listPage, messagePage, missingPage } from './inbox-pages.ts'
import type { Message } from './mailbox.ts'

const root = '/sandbox/mail'

const pagePolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** An email is untrusted: it runs no scripts and has no origin; its links may leave the frame when clicked. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"

type Answer = { status?: number; type: string; policy?: string; body: string }

/** Serves the inbox for people and as JSON. Returns false, without effect, for any other request. */
export function answerInbox(
  request: IncomingMessage,
  response: ServerResponse,
  messages: () => Message[],
  pageTemplate: PageTemplate,
): boolean {
  const path = (request.url ?? '').split(/[?#]/, 1)[0] ?? ''
  if (path !== root && !path.startsWith(`${root}/`)) return false
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD')
    send(response, { status: 405, type: 'text/plain', body: 'The inbox can only be read.' })
    return true
  }
  send(response, answer(path.slice(root.length + 1), messages(), pageTemplate), request.method === 'HEAD')
  return true
}

function answer(rest: string, messages: Message[], pageTemplate: PageTemplate): Answer {
  if (rest === '') return { type: 'text/html', body: listPage(pageTemplate, messages) }
  if (rest === 'messages') return { type: 'application/json', body: JSON.stringify(messages) }
  if (rest === 'inbox.js') return { type: 'text/javascript', body: inboxScript }
  if (rest === 'inbox.css') return { type: 'text/css', body: inboxStyles }
  const [id, part, ...more] = rest.split('/')
  const message = messages.find((one) => one.id === id)
  if (message && part === undefined) return { type: 'text/html', body: messagePage(pageTemplate, message) }
  if (message && part === 'html' && more.length === 0)
    return { type: 'text/html', policy: mailPolicy, body: framed(message.html) }
  return { status: 404, type: 'text/html', body: missingPage(pageTemplate) }
}

/** Makes links in an email leave its frame. */
function framed(mail: string): string {
  const base = '<base target="_top" />'
  return /<head[\s>]/i.test(mail) ? mail.replace(/<head(\s[^<>]*)?>/i, (head) => head + base) : base + mail
}

function send(
  response: ServerResponse,
  { status = 200, type, policy = pagePolicy, body }: Answer,
  headOnly = false,
): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(headOnly ? undefined : body)
}

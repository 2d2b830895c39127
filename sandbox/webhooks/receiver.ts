import type { IncomingMessage, ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { PageTemplate } from '../page-template.ts'
import { behaviours, type Behaviour, type ReceivedMessage, type Verdict } from './received.ts'
import { receiverPage, receiverScript, receiverStyles, root } from './receiver-page.ts'

const most = 50
/** The maximum size of a body in bytes; messages are far shorter. */
const longest = 256 * 1024

const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * A receiver of webhooks with a page that shows what arrived. Like another company's receiver, it has only the secret that a
 * visitor enters. It verifies with the Standard Webhooks library (github.com/standard-webhooks/standard-webhooks) and keeps
 * the newest messages in memory. Handles every request below its path.
 */
export function createReceiver(pageTemplate: PageTemplate, now: () => Date) {
  let secret = ''
  let behaviour: Behaviour = 'accept'
  let received: ReceivedMessage[] = []
  let count = 0

  // The library takes any Base64; a secret of the shop has the prefix of Standard Webhooks.
  const isKnownSecret = (text: string) => {
    try {
      return text === '' || (text.startsWith('whsec_') && new Webhook(text) instanceof Webhook)
    } catch {
      return false
    }
  }

  function verdictOf(body: string, headers: Record<string, string>): Verdict {
    if (secret === '') return 'unchecked'
    try {
      new Webhook(secret).verify(body, headers)
      return 'verified'
    } catch {
      return 'wrong'
    }
  }

  /** The status to answer with; null for no answer. An unverified message is refused. */
  function statusOf(verdict: Verdict): number | null {
    if (behaviour === 'hang') return null
    if (behaviour === 'fail') return 500
    if (behaviour === 'gone') return 410
    return verdict === 'wrong' ? 401 : 204
  }

  function receive(request: IncomingMessage, response: ServerResponse, body: string): void {
    const named = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(request.headers[name] ?? ''),
    ])
    const headers = Object.fromEntries(named) as Record<string, string>
    const verdict = verdictOf(body, headers)
    const answer = statusOf(verdict)
    count += 1
    const message = { number: count, id: headers['webhook-id'] ?? '', at: now(), verdict, answer, body }
    received = [message, ...received].slice(0, most)
    // The sender times out.
    if (answer !== null) send(response, { status: answer, type: 'text/plain', body: '' })
  }

  function set(request: IncomingMessage, response: ServerResponse, body: string): void {
    const site = request.headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      send(response, { status: 403, type: 'text/plain', body: 'This form is for this page only.' })
      return
    }
    const form = new URLSearchParams(body)
    const given = (form.get('secret') ?? '').trim()
    if (!isKnownSecret(given)) {
      send(response, { status: 400, type: 'text/html', body: page(given) })
      return
    }
    secret = given
    behaviour = behaviours.find((one) => one === form.get('behaviour')) ?? 'accept'
    response.writeHead(303, { location: root }).end()
  }

  const page = (wrong?: string) => receiverPage(pageTemplate, { secret, wrong, behaviour, received })

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split(/[?#]/, 1)[0] ?? ''
    const [isRoot, isSettings] = [path === root, path === `${root}/settings`]
    if (request.method === 'POST' && (isRoot || isSettings)) {
      const body = await bodyOf(request)
      if (body === null) return send(response, { status: 413, type: 'text/plain', body: 'The body is too long.' })
      return isRoot ? receive(request, response, body) : set(request, response, body)
    }
    if (request.method !== 'GET') {
      response.setHeader('allow', isRoot ? 'GET, POST' : 'GET')
      return send(response, { status: 405, type: 'text/plain', body: 'This cannot be done here.' })
    }
    if (isRoot) return send(response, { type: 'text/html', body: page() })
    if (path === `${root}/messages`) return send(response, { type: 'application/json', body: JSON.stringify(received) })
    if (path === `${root}/receiver.js`) return send(response, { type: 'text/javascript', body: receiverScript })
    if (path === `${root}/receiver.css`) return send(response, { type: 'text/css', body: receiverStyles })
    return send(response, { status: 404, type: 'text/plain', body: 'There is no such page.' })
  }
}

/** Null for a body that is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > longest) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function send(
  response: ServerResponse,
  { status = 200, type, body }: { status?: number; type: string; body: string },
): void {
  response.writeHead(status, {
    ...(status === 204 ? {} : { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(body) }),
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  response.end(status === 204 ? undefined : body)
}

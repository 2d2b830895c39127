import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PageTemplate } from '../page-template.ts'
import type { Transaction } from '../state/transaction.ts'
import { answerCheckout } from '../checkout/checkout-form.ts'
import { answerConsole } from './console-form.ts'
import { formSecret, formToken, isOwnForm } from './forgery.ts'
import { answerInvoice } from './invoice-form.ts'
import { messagePage, root, type Page, type Visit } from './page-parts.ts'
import { printScript } from './page-receipt.ts'
import { paymentStyles } from './page-styles.ts'
import { answerPortal } from '../portal/portal-form.ts'

export type PageParts = {
  pageTemplate: PageTemplate
  work<T>(job: (tx: Transaction) => T): T
  kept(): Promise<void>
}

const consoleKinds = new Set(['', 'customer', 'act'])
const largestForm = 64 * 1024

/** Handles the simulator's pages for people. Returns false, without effect, for any other request. */
export async function answerPages(
  parts: PageParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const url = new URL(request.url ?? '/', 'http://pages')
  if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) return false
  const path = url.pathname.slice(root.length + 1).split('/')
  const file = { 'payment.css': ['text/css', paymentStyles], 'print.js': ['text/javascript', printScript] }[
    path[0] ?? ''
  ]
  if (file) {
    response.writeHead(200, { ...safety, 'content-type': `${file[0]}; charset=utf-8`, 'cache-control': 'max-age=300' })
    response.end(file[1])
    return true
  }
  const post = request.method === 'POST'
  if (!post && request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { ...safety, allow: 'GET, HEAD, POST' }).end()
    return true
  }
  const { secret, setCookie } = formSecret(request)
  // The index and the customers' pages share forms.
  const place = consoleKinds.has(path[0] ?? '') ? 'console' : path.slice(0, 2).join('/')
  const form = post ? await readForm(request) : new URLSearchParams()
  const { pageTemplate } = parts
  const found: Page =
    form === null || (post && !isOwnForm(request, secret, place, form.get('token') ?? ''))
      ? {
          status: 403,
          body: messagePage(
            pageTemplate,
            'Please try again',
            'This form is out of date, or your browser did not send its cookie along. Go back, reload the page and send it again. Nothing has been charged.',
            null,
          ),
        }
      : parts.work((tx) =>
          visit({ pageTemplate, tx, post, path, form, query: url.searchParams, token: formToken(secret, place) }),
        )
  await parts.kept()
  send(response, found, setCookie, request.method === 'HEAD')
  return true
}

function visit(visit: Visit): Page {
  const { pageTemplate, path } = visit
  const [kind, id = '', ...more] = path
  if (kind === 'checkout' && more.length === 0) return answerCheckout(visit, id)
  if (kind === 'portal') return answerPortal(visit, id, more)
  if (kind === 'invoice' && more.length === 0) return answerInvoice(visit, id)
  if (consoleKinds.has(kind ?? '')) return answerConsole(visit)
  return {
    status: 404,
    body: messagePage(pageTemplate, 'No such page', 'The address is wrong, or what stood here is gone.', '/'),
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestForm) return null
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

const safety = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

function send(response: ServerResponse, found: Page, setCookie: string | null, headOnly: boolean): void {
  const cookie = setCookie === null ? {} : { 'set-cookie': setCookie }
  if ('to' in found) {
    response.writeHead(303, { ...safety, ...cookie, location: found.to }).end()
    return
  }
  // A form's response may redirect to the shop, and browsers apply the policy to that address too.
  const forms = ["'self'", ...(found.formsTo ? [new URL(found.formsTo).origin] : [])].join(' ')
  response.writeHead(found.status ?? 200, {
    ...safety,
    ...cookie,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(found.body),
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  })
  response.end(headOnly ? undefined : found.body)
}

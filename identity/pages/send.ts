import type { IncomingMessage, ServerResponse } from 'node:http'
import { html } from '../../platform/html.ts'
import { page, type PageParts } from '../../platform/page.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import type { IdentityContext } from '../context.ts'
import { formTokenFor, readCookies, shellFor, wordsFor, type Answer, type Page } from '../http.ts'
import { footer } from './footer.ts'

/** What stands around a page: its footer, whose choices lead back to it, and its script. */
export function partsFor(
  context: IdentityContext,
  req: IncomingMessage & { originalUrl?: string },
  res: ServerResponse,
  { back, script }: Pick<Page, 'back' | 'script'>,
): PageParts {
  const again = back ?? (req.method === 'GET' ? (req.originalUrl ?? req.url) : undefined)
  const choices = again === undefined ? null : { formToken: formTokenFor(context, res, readCookies(req)), back: again }
  const nonce = /'nonce-([^']+)'/.exec(String(res.getHeader('content-security-policy')))?.[1] ?? ''
  return {
    centred: true,
    footer: footer(shellFor(context, req), wordsFor(req), choices),
    ...(script
      ? {
          script: html`<script nonce="${nonce}">
            ${{ html: script }}
          </script>`,
        }
      : {}),
  }
}

export function send(context: IdentityContext, req: IncomingMessage, res: ServerResponse, answer: Answer): void {
  if (answer === 'answered') return
  if ('redirect' in answer) {
    for (const cookie of answer.cookies ?? []) res.appendHeader('set-cookie', cookie)
    res.writeHead(303, { location: answer.redirect, 'content-length': 0 }).end()
    return
  }
  const text = page(shellFor(context, req), answer.title, answer.body, partsFor(context, req, res, answer))
  res.writeHead(answer.status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...(answer.status === 503 && { 'retry-after': retryAfter() }),
  })
  res.end(req.method === 'HEAD' ? undefined : text)
}

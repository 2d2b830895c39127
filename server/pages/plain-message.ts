import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../domain/language.ts'
import { errorStatus, type ErrorCode } from '../../contract/error-codes.ts'
import { paths } from '../../contract/screens.ts'
import { html, type Html } from '../../platform/html.ts'
import { page, type PageShell } from '../../platform/page.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import { plainPagePolicy } from '../http/headers.ts'
import { languageFor, wordsFor } from '../http/language.ts'

type ShellIn = (language: Language) => PageShell

/** Reports overload with a page that takes almost no work. A page that was only opened reloads itself. */
export function showOverloaded(shell: ShellIn, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { title, page: text, form } = wordsFor(request).overloaded
  const seconds = retryAfter()
  const opened = request.method === 'GET'
  void reply.header('retry-after', seconds)
  if (opened) void reply.header('refresh', seconds)
  return sendPlainMessage(shell, request, reply, {
    code: 'OVERLOADED',
    title,
    body: html`<p>${opened ? text : form}</p>`,
  })
}

const refusedDownloads = ['LINK_EXPIRED', 'NOT_ENTITLED', 'ACCOUNT_ON_HOLD'] as const satisfies ErrorCode[]
type RefusedDownload = (typeof refusedDownloads)[number]

export const isRefusedDownload = (code: ErrorCode): code is RefusedDownload =>
  (refusedDownloads as readonly ErrorCode[]).includes(code)

/** Explains why a download link no longer works, and links to a new one. */
export function showRefusedDownload(
  shell: ShellIn,
  code: RefusedDownload,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { errors, refusedDownload } = wordsFor(request)
  return sendPlainMessage(shell, request, reply, {
    code,
    title: refusedDownload.title,
    body: html`<p>${errors[code]}</p>
      <p><a class="button" href="${paths.account}">${refusedDownload.account}</a></p>`,
  })
}

/** Sends a page of one message for an error. It reads no data and runs no script. */
function sendPlainMessage(
  shell: ShellIn,
  request: FastifyRequest,
  reply: FastifyReply,
  { code, title, body }: { code: ErrorCode; title: string; body: Html },
): FastifyReply {
  const language = languageFor(request)
  return reply
    .code(errorStatus(code))
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(
      page(
        shell(language),
        title,
        html`<div class="message">
          <h1>${title}</h1>
          ${body}
        </div>`,
      ),
    )
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '../../domain/language.ts'
import { errorStatus, type ErrorCode } from '../../contract/error-codes.ts'
import { html, type Html } from '../../platform/html.ts'
import { page, type PageShell } from '../../platform/page.ts'
import { plainPagePolicy } from '../http/headers.ts'
import { languageFor } from '../http/language.ts'

export type ShellIn = (language: Language) => PageShell

/** Sends a page of one message for an error. It reads no data and runs no script. */
export function sendPlainMessage(
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

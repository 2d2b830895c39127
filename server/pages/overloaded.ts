import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html.ts'
import { page, type PageShell } from '../../platform/page.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import type { Language } from '../../domain/language.ts'
import { errorStatus } from '../../contract/error-codes.ts'
import { plainPagePolicy } from '../http/headers.ts'
import { languageFor, wordsFor } from '../http/language.ts'

/** Says that there is too much to do, by a page that costs next to nothing. One that was only opened is loaded again by itself. */
export function showOverloaded(
  shell: (language: Language) => PageShell,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { title, page: text, form } = wordsFor(request).overloaded
  const language = languageFor(request)
  const seconds = retryAfter()
  const opened = request.method === 'GET'
  if (opened) void reply.header('refresh', seconds)
  return reply
    .code(errorStatus('OVERLOADED'))
    .header('retry-after', seconds)
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
          <p>${opened ? text : form}</p>
        </div>`,
      ),
    )
}

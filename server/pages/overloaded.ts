import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../../platform/html.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import { wordsFor } from '../http/language.ts'
import { sendPlainMessage, type ShellIn } from './plain-message.ts'

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

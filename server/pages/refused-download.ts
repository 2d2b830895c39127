import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/error-codes.ts'
import { paths } from '../../contract/screens.ts'
import { html } from '../../platform/html.ts'
import { wordsFor } from '../http/language.ts'
import { sendPlainMessage, type ShellIn } from './plain-message.ts'

export const refusedDownloads = ['LINK_EXPIRED', 'NOT_ENTITLED', 'ACCOUNT_ON_HOLD'] as const satisfies ErrorCode[]
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

import type { FastifyReply } from 'fastify'
import { themeOf } from '../../domain/account/preferences.ts'
import type { Language } from '../../domain/language.ts'
import type { Html } from '../../platform/html.ts'
import { card, sendPage } from '../../platform/page-kit.ts'
import type { PageShell } from '../../platform/page.ts'
import { plainPagePolicy } from './headers.ts'
import { languageFor } from './language.ts'

/** Sends the page of a personal link: without scripts, not cached, and without a referrer to other sites. */
export function sendPlainPage(
  reply: FastifyReply,
  shell: (language: Language) => PageShell,
  { status, title, body }: { status?: number | undefined; title: string; body: Html },
): FastifyReply {
  const { request } = reply
  void reply.header('referrer-policy', 'no-referrer').header('content-security-policy', plainPagePolicy)
  return sendPage(
    reply,
    { ...shell(languageFor(request)), theme: themeOf(request.cookies) },
    { status, title, body: card(title, body) },
  )
}

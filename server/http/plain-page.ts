import type { FastifyReply } from 'fastify'
import { themeOf } from '../../domain/preferences.ts'
import type { Language } from '../../domain/language.ts'
import { html, type Html } from '../../platform/html.ts'
import { page, type PageShell } from '../../platform/page.ts'
import { plainPagePolicy } from './headers.ts'
import { languageFor } from './language.ts'

/** Sends the page of a personal link: without scripts, not cached, and without a referrer to other sites. */
export function sendPlainPage(
  reply: FastifyReply,
  shell: (language: Language) => PageShell,
  { status = 200, title, body }: { status?: number | undefined; title: string; body: Html },
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', plainPagePolicy)
    .type('text/html; charset=utf-8')
    .send(
      page(
        { ...shell(languageFor(reply.request)), theme: themeOf(reply.request.cookies) },
        title,
        html`<div class="narrow-card stack">
          <h1>${title}</h1>
          ${body}
        </div>`,
      ),
    )
}

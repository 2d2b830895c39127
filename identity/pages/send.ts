import type { FastifyReply } from 'fastify'
import { html } from '../../platform/html.ts'
import { page, type PageParts } from '../../platform/page.ts'
import { card, sendPage } from '../../platform/page-kit.ts'
import { addCookie, type PageResponse, type Exchange, type Page } from '../http.ts'
import { footer } from './footer.ts'

type PageContent = Pick<Page, 'title' | 'body' | 'back' | 'script'>

/** The frame of a page: its footer, whose choices return to the page, and its script. */
function partsOf({ request, shell, t, nonce, formToken }: Exchange, { back, script }: PageContent): PageParts {
  const again = back ?? (request.method === 'GET' ? request.originalUrl : undefined)
  return {
    centred: true,
    footer: footer(shell, t, again === undefined ? null : { formToken: formToken(), back: again }),
    ...(script !== undefined && {
      script: html`<script nonce="${nonce}">
        ${{ html: script }}
      </script>`,
    }),
  }
}

export function send(exchange: Exchange, answer: PageResponse): FastifyReply {
  const { reply, shell } = exchange
  if ('redirect' in answer) {
    for (const cookie of answer.cookies ?? []) addCookie(reply, cookie)
    return reply.redirect(answer.redirect, 303)
  }
  const { status, title } = answer
  return sendPage(reply, shell, {
    status,
    title,
    body: card(title, answer.body, true),
    parts: partsOf(exchange, answer),
  })
}

/** The text of a page that the library sends. */
export function pageText(exchange: Exchange, shown: PageContent): string {
  return page(exchange.shell, shown.title, card(shown.title, shown.body, true), partsOf(exchange, shown))
}

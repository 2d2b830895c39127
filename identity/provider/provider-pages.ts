import type { KoaContextWithOIDC } from 'oidc-provider'
import { html } from '../../platform/html.ts'
import { paragraphs } from '../../platform/page-kit.ts'
import { retryAfter } from '../../platform/retry-after.ts'
import { exchangeOf, fault, type Exchange, type RequestFault, type Page } from '../http.ts'
import { faultPage } from '../pages/pages.ts'
import { pageText } from '../pages/send.ts'

/**
 * Whether the request contains the ID token of the session that it would end, which a link on another site cannot have.
 */
function isOwnSignOut({ oidc }: KoaContextWithOIDC): boolean {
  const { sub, sid } = (oidc.entities.IdTokenHint?.payload ?? {}) as { sub?: unknown; sid?: unknown }
  const { session, client } = oidc
  if (!session?.accountId || !client || sub !== session.accountId) return false
  return sid === session.sidFor(client.clientId)
}

/** The shop's sign-out submits itself, or by a button without scripts; a link from elsewhere asks first. */
export function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const { title, text, question, button, stay } = exchangeFor(ctx).t.signOut
  const own = isOwnSignOut(ctx)
  show(ctx, {
    status: 200,
    title,
    body: html`${paragraphs(own ? text : question)} ${{ html: form }}
      <input type="hidden" name="logout" value="yes" form="op.logoutForm" />
      <div class="cluster">
        <button class="button button--primary" type="submit" form="op.logoutForm">${button}</button>
        ${!own && html`<a class="button button--quiet" href="/">${stay}</a>`}
      </div>`,
    ...(own && { script: "document.getElementById('op.logoutForm').submit()" }),
  })
}

export function showSignedOut(ctx: KoaContextWithOIDC): void {
  const { title, text } = exchangeFor(ctx).t.signedOut
  show(ctx, { status: 200, title, body: paragraphs(text) })
}

function show(ctx: Answering, page: Page): void {
  ctx.status = page.status
  ctx.type = 'html'
  ctx.body = pageText(exchangeFor(ctx), page)
}

export function showFault(ctx: Answering, kind: RequestFault): void {
  const page = faultPage(exchangeFor(ctx).t, kind)
  if (page.status === 503) ctx.res.setHeader('retry-after', retryAfter())
  show(ctx, page)
}

type Answering = Pick<KoaContextWithOIDC, 'req' | 'res' | 'status' | 'type' | 'body'>

const exchangeFor = ({ req }: Answering): Exchange => exchangeOf(req) ?? fault('failed')

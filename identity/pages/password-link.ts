import { accountById, lockAccount, setPassword, type Account } from '../accounts/accounts.ts'
import type { OpenIdentityContext } from '../context.ts'
import { cookieLine, type PageResponse, type Visit } from '../http.ts'
import { endLinks, findLink, issueLink, takeLink } from '../accounts/links.ts'
import { mailPasswordChanged } from '../accounts/mails.ts'
import { addresses, signInAddress } from '../addresses.ts'
import { emailField, formPage, messagePage, newPasswordField } from './pages.ts'
import { hashPassword, passwordProblem } from '../accounts/passwords.ts'
import { endSessions, endThisSession } from '../accounts/sessions.ts'

type Kind = 'activation' | 'reset'

/** /identity/activate and /identity/reset: with a link from an email the person chooses a password and is signed in. */
export async function passwordLink(context: OpenIdentityContext, visit: Visit, kind: Kind): Promise<PageResponse> {
  const { t } = visit
  const token = (visit.form ?? visit.query).get('token') ?? ''
  const link = await findLink(context.db, kind, token, context.now())
  const account = link && (await accountById(context.db, link.accountId))
  if (link === undefined || account === undefined) return unknownLink(visit, kind)
  // An account that another link activated needs no activation.
  if (kind === 'activation' && account.activated_at !== null)
    return messagePage(410, t.usedActivation, { label: t.signIn.button, address: signInAddress(link.returnTo) })
  if (link.state !== 'good') return staleLink(visit, kind, link.state, token)

  const words = kind === 'activation' ? t.activation : t.reset
  const password = visit.form?.get('password') ?? ''
  const problem = visit.form && passwordProblem(t, password, account.email, context.names())
  if (visit.form === undefined || problem !== undefined)
    return formPage(t, {
      title: words.title,
      intro: words.intro(account.email),
      action: kind === 'activation' ? addresses.activate : addresses.reset,
      formToken: visit.formToken,
      hidden: { token },
      username: account.email,
      fields: [newPasswordField(t, problem)],
      button: words.button,
    })
  return (
    (await choosePassword(context, visit, { kind, token, password, account })) ?? staleLink(visit, kind, 'used', token)
  )
}

/** Undefined if the link was used in the meantime. */
async function choosePassword(
  context: OpenIdentityContext,
  visit: Visit,
  { kind, token, password, account }: { kind: Kind; token: string; password: string; account: Account },
): Promise<PageResponse | undefined> {
  const passwordHash = await hashPassword(password)
  const done = await context.transact(async (trx) => {
    const now = context.now()
    // The account is locked before its links, as everywhere: a change of address locks them in this order.
    await lockAccount(trx, account.id)
    const link = await takeLink(trx, kind, token, now)
    if (link === undefined) return undefined
    await setPassword(trx, link.accountId, passwordHash, now)
    await endLinks(trx, link.accountId, ['activation', 'reset'], now)
    if (kind === 'reset') await mailPasswordChanged(context, trx, account, visit.language)
    // The person who was signed in to this browser before may be another one.
    await endThisSession(trx, context, visit.cookies)
    await endSessions(trx, context, link.accountId)
    const { accountId, returnTo } = link
    return { returnTo, ticket: await issueLink(trx, { kind: 'ticket', accountId, returnTo }, now) }
  })
  if (done === undefined) return undefined
  context.warn({ event: kind }, 'somebody set a password by mail')
  return {
    redirect: signInAddress(done.returnTo),
    cookies: [cookieLine(context, context.cookies.ticket, done.ticket, 120)],
  }
}

function staleLink(visit: Visit, kind: Kind, state: 'used' | 'old', token: string): PageResponse {
  const { t } = visit
  if (kind === 'activation' && state === 'used')
    return messagePage(410, t.usedActivation, { label: t.signIn.button, address: signInAddress() })
  const words = kind === 'activation' ? t.oldActivation : state === 'used' ? t.usedReset : t.oldReset
  const answer = formPage(t, {
    title: words.title,
    intro: words.text,
    action: addresses.freshLink,
    formToken: visit.formToken,
    hidden: { kind, token },
    fields: [],
    button: t.freshLink,
  })
  return { ...answer, status: 410 }
}

function unknownLink(visit: Visit, kind: Kind): PageResponse {
  const { t } = visit
  const words = kind === 'activation' ? t.unknownActivation : t.unknownReset
  const answer = formPage(t, {
    title: words.title,
    intro: words.text,
    action: addresses.freshLink,
    formToken: visit.formToken,
    hidden: { kind },
    fields: [emailField(t, '')],
    button: t.freshLink,
  })
  return { ...answer, status: 404 }
}

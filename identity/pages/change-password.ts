import { accountById, replacePassword, type Account } from '../accounts/accounts.ts'
import { checkPassword } from '../accounts/check-password.ts'
import { endLinks, issueLink } from '../accounts/links.ts'
import { mailPasswordChanged } from '../accounts/mails.ts'
import { hashPassword, passwordProblem } from '../accounts/passwords.ts'
import { endSessions, endThisSession, sessionOf } from '../accounts/sessions.ts'
import { pathOnSite } from '../../platform/safe-redirect.ts'
import { addresses, signInAddress } from '../addresses.ts'
import type { OpenIdentityContext } from '../context.ts'
import { refuseBeyond } from '../rate-limit.ts'
import { cookieLine, type PageResponse, type Visit } from '../http.ts'
import { formPage, newPasswordField, type FormField } from './pages.ts'

/**
 * /identity/password: a signed-in person enters their password and a new one. All sessions end, and this browser is
 * signed in again immediately.
 */
export async function changePassword(context: OpenIdentityContext, visit: Visit): Promise<PageResponse> {
  const returnTo = pathOnSite((visit.form ?? visit.query).get('return_to') ?? '/')
  const { accountId } = (await sessionOf(context.db, context, visit.cookies)) ?? {}
  const account = accountId === undefined ? undefined : await accountById(context.db, accountId)
  if (account === undefined) return { redirect: signInAddress(returnTo) }
  if (visit.form === undefined) return askForBoth(visit, account, returnTo)
  return check(context, visit, visit.form, { account, returnTo })
}

type Asking = { account: Account; returnTo: string }

async function check(
  context: OpenIdentityContext,
  visit: Visit,
  form: URLSearchParams,
  { account, returnTo }: Asking,
): Promise<PageResponse> {
  const { t } = visit
  const [current, password] = [form.get('current') ?? '', form.get('password') ?? '']
  const problem = passwordProblem(t, password, account.email, context.names())
  if (current === '' || problem !== undefined) {
    const missing = current === '' ? t.passwordProblems.required : undefined
    return askForBoth(visit, account, returnTo, { current: missing, password: problem })
  }
  const right = await checkPassword(context, visit, { email: account.email, account }, current)
  if (typeof right === 'object') refuseBeyond(context, right.limitedBy)
  if (!right) {
    context.warn(
      { event: 'password-change', outcome: 'refused', account: account.id },
      'a change of password was refused',
    )
    return askForBoth(visit, account, returnTo, { current: t.changePassword.wrong })
  }
  return put(context, visit, password, { account, returnTo })
}

async function put(
  context: OpenIdentityContext,
  visit: Visit,
  password: string,
  { account: proved, returnTo }: Asking,
): Promise<PageResponse> {
  const accountId = proved.id
  const passwordHash = await hashPassword(password)
  const ticket = await context.transact(async (trx) => {
    const now = context.now()
    // The address may have changed since the form was checked.
    const account = await accountById(trx, accountId)
    if (account === undefined || !(await replacePassword(trx, proved, passwordHash))) return undefined
    await endLinks(trx, accountId, ['activation', 'reset'], now)
    await mailPasswordChanged(context, trx, account, visit.language, 'account')
    await endThisSession(trx, context, visit.cookies)
    await endSessions(trx, context, accountId)
    return issueLink(trx, { kind: 'ticket', accountId, returnTo }, now)
  })
  if (ticket === undefined) return { redirect: signInAddress(returnTo) }
  context.warn({ event: 'password-change', outcome: 'done', account: accountId }, 'somebody changed their password')
  return {
    redirect: signInAddress(returnTo),
    cookies: [cookieLine(context, context.cookies.ticket, ticket, 120)],
  }
}

function askForBoth(
  { t, formToken }: Visit,
  account: Account,
  returnTo: string,
  wrong: { current?: string | undefined; password?: string | undefined } = {},
): PageResponse {
  const current: FormField = {
    name: 'current',
    label: t.changePassword.current,
    autocomplete: 'current-password',
    error: wrong.current,
  }
  return formPage(t, {
    title: t.changePassword.title,
    intro: t.changePassword.intro(account.email),
    action: addresses.password,
    formToken,
    hidden: { return_to: returnTo },
    username: account.email,
    fields: [current, { ...newPasswordField(t, wrong.password), label: t.changePassword.next }],
    button: t.changePassword.button,
    links: [{ label: t.changePassword.back, address: returnTo }],
  })
}

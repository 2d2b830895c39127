import { setTimeout as wait } from 'node:timers/promises'
import { accountByEmail, accountById, type Account } from '../accounts/accounts.ts'
import type { IdentityContext, OpenIdentityContext } from '../context.ts'
import type { PageResponse, Visit } from '../http.ts'
import { findLink } from '../accounts/links.ts'
import { mailLink } from '../accounts/mails.ts'
import { pathOnSite } from '../../platform/safe-redirect.ts'
import { addresses, signInAddress } from '../addresses.ts'
import { requireRoom } from '../rate-limit.ts'
import { emailField, formPage, messagePage } from './pages.ts'
import { addressProblem } from './sign-in.ts'

/**
 * The minimum duration of requesting a link, so that the time does not reveal whether there is an account. In
 * milliseconds.
 */
const floor = 200

/** /identity/forgotten: asks for the address, and responds the same for every address. */
export async function forgotten(context: OpenIdentityContext, visit: Visit): Promise<PageResponse> {
  if (visit.form === undefined) return askForAddress(visit, addresses.forgotten, '')
  return byAddress(context, visit, visit.form, addresses.forgotten)
}

/** /identity/fresh-link: sends a new link, for an old link or an address. */
export async function freshLink(context: OpenIdentityContext, visit: Visit): Promise<PageResponse> {
  if (visit.form === undefined) return { redirect: addresses.forgotten }
  const token = visit.form.get('token')
  if (token === null) return byAddress(context, visit, visit.form, addresses.freshLink)
  const kind = visit.form.get('kind') === 'reset' ? 'reset' : 'activation'
  return mailTo(context, visit, async () => {
    const link = await findLink(context.db, kind, token, context.now())
    return link && accountById(context.db, link.accountId)
  })
}

async function byAddress(
  context: IdentityContext,
  visit: Visit,
  form: URLSearchParams,
  action: string,
): Promise<PageResponse> {
  const email = (form.get('email') ?? '').trim()
  const problem = addressProblem(email, visit.language)
  if (problem !== undefined) return askForAddress(visit, action, email, problem)
  return mailTo(context, visit, () => accountByEmail(context.db, email))
}

async function mailTo(
  context: IdentityContext,
  visit: Visit,
  find: () => Promise<Account | undefined>,
): Promise<PageResponse> {
  const returnTo = wayOf(visit)
  await requireRoom(context, 'passwordLinkPerAddress', visit.clientAddress)
  const work = async (): Promise<void> => {
    const account = await find()
    if (account !== undefined)
      await context.transact((trx) => mailLink(context, trx, account, visit.language, returnTo))
  }
  await Promise.all([work(), wait(floor)])
  const { t } = visit
  return messagePage(200, t.sent, { label: t.signIn.button, address: signInAddress(returnTo) })
}

/** Returns the path that the visitor requested before asking for a link. */
const wayOf = ({ form, query }: Visit) => pathOnSite((form ?? query).get('return_to') ?? '/')

function askForAddress(visit: Visit, action: string, email: string, problem?: string): PageResponse {
  const { t } = visit
  const returnTo = wayOf(visit)
  const again = action === addresses.freshLink
  return formPage(t, {
    title: t.forgotten.title,
    intro: t.forgotten.intro,
    action,
    formToken: visit.formToken,
    ...(returnTo === '/' ? {} : { hidden: { return_to: returnTo } }),
    fields: [emailField(t, email, problem)],
    button: again ? t.freshLink : t.forgotten.button,
    links: [{ label: t.signIn.title, address: signInAddress(returnTo) }],
  })
}

import { sentenceOf } from '../../domain/registration/field-faults.ts'
import { emailRules } from '../../domain/person/field-rules.ts'
import type { Language } from '../../domain/language.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import { accountByEmail, accountById } from '../accounts/accounts.ts'
import { checkPassword } from '../accounts/check-password.ts'
import type { OpenIdentityContext } from '../context.ts'
import { addCookie, cookieLine, fault, type PageResponse, type IdentityWords, type Visit } from '../http.ts'
import { browserCookie } from '../accounts/known-browser.ts'
import { takeLink } from '../accounts/links.ts'
import { secondFactorAcr } from '../provider/provider.ts'
import type { AnsweredLogin } from '../provider/objects.ts'
import { forgottenAddress } from '../addresses.ts'
import { emailField, formPage, placeOf, type FormField } from './pages.ts'
import { refuseBeyond } from '../rate-limit.ts'
import { adminAreaRoleOf } from '../../domain/account/role.ts'
import { factorKinds } from '../factors/factors.ts'
import { answerFactor, askForFactor, type ProvedAccount } from './second-factor.ts'

/** /identity/sign-in/{uid}: the page to which the library sends people without a session. */
export async function signIn(context: OpenIdentityContext, visit: Visit): Promise<PageResponse> {
  const uid = visit.path.slice('/identity/sign-in/'.length)
  const request = await openRequest(context, visit)
  // The page belongs to another tab's request, or has expired.
  if (request?.uid !== uid) fault('stale')
  const returnTo = context.returnToOf?.(String(request.params['state']), visit.cookies)
  if (visit.form === undefined) {
    const proved = await takeTicket(context, visit)
    if (proved !== undefined) return proceed(context, visit, uid, proved)
    const known = await confirming(context, request.session?.accountId)
    if (known !== undefined) return askForFactor(context, visit, uid, known)
    const hint = request.params['login_hint']
    const fields = [emailField(visit.t, typeof hint === 'string' ? hint : ''), passwordField(visit.t)]
    return signInPage(context, { ...visit, returnTo }, fields)
  }
  if (!visit.form.has('progress')) return check(context, { ...visit, returnTo }, uid, visit.form)
  const answer = await answerFactor(context, visit, uid, visit.form)
  return typeof answer === 'object' && 'amr' in answer ? finish(context, visit, answer) : answer
}

/** The first factor is proved: an account with a role in the admin area must prove the second. */
async function proceed(
  context: OpenIdentityContext,
  visit: Visit,
  uid: string,
  proved: ProvedAccount,
): Promise<PageResponse> {
  const account = await accountById(context.db, proved.accountId)
  const needed = context.secondFactor && adminAreaRoleOf(account?.role) !== null
  return needed ? askForFactor(context, visit, uid, proved) : finish(context, visit, { ...proved, amr: ['pwd'] })
}

/**
 * Returns the signed-in administrator or support agent who must confirm the session, with the second factor alone
 * (https://pages.nist.gov/800-63-3/sp800-63b.html#aal2reauth). A person without one enters the password before setting
 * it up.
 */
async function confirming(
  context: OpenIdentityContext,
  accountId: string | undefined,
): Promise<ProvedAccount | undefined> {
  if (!context.secondFactor || accountId === undefined) return undefined
  const account = await accountById(context.db, accountId)
  if (!account || adminAreaRoleOf(account.role) === null) return undefined
  if ((await factorKinds(context.db, accountId)).size === 0) return undefined
  return { accountId, generation: account.generation }
}

async function check(
  context: OpenIdentityContext,
  visit: SignInVisit,
  uid: string,
  form: URLSearchParams,
): Promise<PageResponse> {
  const { t } = visit
  const email = (form.get('email') ?? '').trim()
  const password = form.get('password') ?? ''
  const emailError = addressProblem(email, visit.language)
  const passwordError = password === '' ? t.passwordProblems.required : undefined
  if (emailError !== undefined || passwordError !== undefined)
    return signInPage(context, visit, [emailField(t, email, emailError), passwordField(t, passwordError)])

  const account = await accountByEmail(context.db, email)
  const who = { account: account?.id ?? null, network: context.networkHash(visit.clientAddress) }
  const right = await checkPassword(context, visit, { email, account }, password)
  if (typeof right === 'object') {
    const limit = right.limitedBy
    context.warn({ event: 'sign-in', outcome: 'limited', limit, ...who }, 'a sign-in was refused')
    refuseBeyond(context, limit)
  }
  if (account === undefined || !right) {
    context.warn({ event: 'sign-in', outcome: 'refused', ...who }, 'a sign-in was refused')
    return signInPage(context, visit, [emailField(t, email), passwordField(t, t.signIn.wrong)])
  }
  return proceed(context, visit, uid, { accountId: account.id, generation: account.generation })
}

/** `amr`: the proved methods, as the ID token lists them. */
async function finish(
  context: OpenIdentityContext,
  visit: Visit,
  { accountId, generation, amr }: ProvedAccount & { amr: string[] },
): Promise<PageResponse> {
  const who = { account: accountId, network: context.networkHash(visit.clientAddress) }
  context.warn({ event: 'sign-in', outcome: 'done', ...who }, 'somebody signed in')
  const remembered = browserCookie(context, visit.cookies, accountId)
  if (remembered !== undefined) addCookie(visit.reply, remembered)
  // The library would use the machine's time.
  const ts = Math.floor(context.now().getTime() / 1000)
  const acr = amr.includes('mfa') ? { acr: secondFactorAcr } : {}
  const login: AnsweredLogin = { accountId, generation, amr, ...acr, ts, remember: false }
  const { request, reply } = visit
  const options = { mergeWithLastSubmission: false }
  return { redirect: await context.provider.interactionResult(request.raw, reply.raw, { login }, options) }
}

/** Returns the account that an activation or reset has just proved; the ticket is valid once. */
async function takeTicket(context: OpenIdentityContext, visit: Visit): Promise<ProvedAccount | undefined> {
  const ticket = visit.cookies[context.cookies.ticket]
  if (ticket === undefined) return undefined
  addCookie(visit.reply, cookieLine(context, context.cookies.ticket, '', 0))
  return takeLink(context.db, 'ticket', ticket, context.now())
}

async function openRequest(context: OpenIdentityContext, { request, reply }: Visit) {
  try {
    return await context.provider.interactionDetails(request.raw, reply.raw)
  } catch (error) {
    if (error instanceof Error && error.name === 'SessionNotFound') return undefined
    throw error
  }
}

/** Returns the fault of an entered address; undefined if it is valid. */
export function addressProblem(email: string, language: Language): string | undefined {
  const t = wordsIn(language).fields
  if (email === '') return t.required
  const broken = emailRules.rules.find((rule) => rule.broken(email, {}))
  return broken && sentenceOf(broken.fault, t)
}

function passwordField(t: IdentityWords, error?: string): FormField {
  return { name: 'password', label: t.fields.password, autocomplete: 'current-password', error }
}

/** `returnTo`: the path to continue at after the sign-in, if known. */
type SignInVisit = Visit & { returnTo: string | undefined }

function signInPage(context: OpenIdentityContext, visit: SignInVisit, fields: FormField[]): PageResponse {
  const { t, returnTo } = visit
  return formPage(t, {
    title: t.signIn.title,
    place: placeOf(context, visit, returnTo),
    action: visit.path,
    formToken: visit.formToken,
    fields,
    button: t.signIn.button,
    links: [{ label: t.signIn.forgotten, address: forgottenAddress(returnTo) }, newcomersLink(context, t, returnTo)],
  })
}

/** Returns where a visitor without an account registers: for the order or trial they came from, or the first trial. */
function newcomersLink(
  { registrationOf }: OpenIdentityContext,
  t: IdentityWords,
  returnTo = '/',
): { label: string; address: string } {
  const { address, buys } = registrationOf?.(returnTo) ?? { address: '/', buys: false }
  return { label: buys ? t.signIn.registerToBuy : t.signIn.register, address }
}

import { lifetimes } from '../../../domain/limits.ts'
import { adminAreaRoleOf } from '../../../domain/account/role.ts'
import { html, type Html } from '../../../platform/html.ts'
import { accountById, lockAccount, type Account } from '../../accounts/accounts.ts'
import { mailFactorChanged } from '../../accounts/mails.ts'
import { endSessionsElsewhere, sessionOf } from '../../accounts/sessions.ts'
import { addresses, signInAddress } from '../../addresses.ts'
import type { OpenIdentityContext } from '../../context.ts'
import { countRecoveryCodes, factorKinds, newRecoveryCodes, newSecret } from '../../factors/factors.ts'
import { mostPasskeys, passkeysOf, putPasskey, removePasskey, type Passkey } from '../../factors/passkeys.ts'
import { openProgress, sealProgress } from '../../factors/progress.ts'
import { creationOptions, readNewPasskey, relyingParty } from '../../factors/webauthn.ts'
import { fault, type PageResponse, type Visit } from '../../http.ts'
import { answerFactor } from '../second-factor.ts'
import { enrolPage, savedPage } from './enrol-factor.ts'
import { nameIn, newPasskeyForm } from './passkey-form.ts'
import { passkeyScript } from './passkey-script.ts'

/** Identifies the state of this page's forms, instead of a sign-in. */
const uid = 'second-factors'
/** Added to the address once a sign-in was requested, so that it is not requested in a loop. */
const asked = 'confirmed'

/**
 * /identity/second-factors: an administrator or support agent who has just proved a factor adds and removes passkeys,
 * and replaces the app and the recovery codes.
 */
export async function secondFactors(context: OpenIdentityContext, visit: Visit): Promise<PageResponse> {
  if (!context.secondFactor) fault('notFound')
  const session = await sessionOf(context.db, context, visit.cookies)
  const account = session?.accountId === undefined ? undefined : await accountById(context.db, session.accountId)
  if (account && adminAreaRoleOf(account.role) === null) fault('notFound')
  const age = context.now().getTime() - (session?.signedInAt.getTime() ?? 0)
  const recent = session?.amr.includes('mfa') && age < lifetimes.confirmation
  if (account === undefined || !recent) {
    if (visit.query.has(asked)) fault('stale')
    return { redirect: `${signInAddress(`${addresses.secondFactors}?${asked}=yes`)}&confirm=yes` }
  }
  if (visit.form === undefined)
    return visit.query.has(asked) ? { redirect: addresses.secondFactors } : show(context, visit, account)
  return change(context, visit, account, visit.form)
}

async function change(
  context: OpenIdentityContext,
  visit: Visit,
  account: Account,
  form: URLSearchParams,
): Promise<PageResponse> {
  const { id: accountId, generation } = account
  if (form.has('remove')) return remove(context, visit, account, form.get('remove') ?? '')
  if (form.has('app'))
    return enrolPage(context, visit, { uid, accountId, generation, amr: ['pwd', 'mfa'] }, newSecret())
  if (form.has('others')) return signOutElsewhere(context, visit, account)
  if (form.has('codes')) return replaceCodes(context, visit, account)
  const progress = openProgress(context, uid, form.get('progress') ?? '')
  if (progress?.accountId !== accountId) fault('stale')
  if (progress.stage === 'add') return add(context, visit, { account, challenge: progress.challenge, form })
  const answer = await answerFactor(context, visit, uid, form)
  return typeof answer === 'object' && 'amr' in answer ? { redirect: addresses.secondFactors } : answer
}

async function add(
  context: OpenIdentityContext,
  visit: Visit,
  { account, challenge, form }: { account: Account; challenge: string; form: URLSearchParams },
): Promise<PageResponse> {
  const party = relyingParty(context.publicUrl) ?? fault('stale')
  const accountId = account.id
  const now = context.now()
  const passkey = await readNewPasskey(context.db, party, { challenge, answer: form.get('passkey') ?? '' }, now)
  const added =
    passkey !== null &&
    (await context.transact(async (trx) => {
      if ((await lockAccount(trx, accountId)) !== account.generation) return false
      if (!(await putPasskey(trx, context, { accountId, name: nameIn(visit, form), passkey }, now))) return false
      await mailFactorChanged(context, trx, account, visit.language, 'passkey-added')
      await context.factorChanged(trx, { account, clientAddress: visit.clientAddress }, 'add-passkey')
      return true
    }))
  if (!added) return show(context, visit, account, visit.t.factor.passkey.notCreated)
  context.warn({ event: 'second-factor', outcome: 'passkey-added', account: accountId }, 'a passkey was added')
  return { redirect: addresses.secondFactors }
}

async function remove(context: OpenIdentityContext, visit: Visit, account: Account, id: string): Promise<PageResponse> {
  const accountId = account.id
  const removed = await context.transact(async (trx) => {
    if ((await lockAccount(trx, accountId)) !== account.generation) return false
    if (!(await removePasskey(trx, accountId, id))) return false
    // A lost device may be signed in with it. The passkey of a session is not stored, so all sessions with passkeys
    // end.
    await endSessionsElsewhere(trx, context, { accountId, cookies: visit.cookies }, 'passkey')
    await mailFactorChanged(context, trx, account, visit.language, 'passkey-removed')
    await context.factorChanged(trx, { account, clientAddress: visit.clientAddress }, 'remove-passkey')
    return true
  })
  if (removed)
    context.warn({ event: 'second-factor', outcome: 'passkey-removed', account: accountId }, 'a passkey was removed')
  return { redirect: addresses.secondFactors }
}

async function signOutElsewhere(context: OpenIdentityContext, visit: Visit, { id }: Account): Promise<PageResponse> {
  await context.transact(async (trx) => {
    await lockAccount(trx, id)
    await endSessionsElsewhere(trx, context, { accountId: id, cookies: visit.cookies }, 'all')
  })
  return { redirect: addresses.secondFactors }
}

async function replaceCodes(context: OpenIdentityContext, visit: Visit, account: Account): Promise<PageResponse> {
  const { id: accountId, generation } = account
  const codes = await context.transact(async (trx) => {
    if ((await lockAccount(trx, accountId)) !== generation) return undefined
    await mailFactorChanged(context, trx, account, visit.language, 'codes-replaced')
    await context.factorChanged(trx, { account, clientAddress: visit.clientAddress }, 'replace-recovery-codes')
    return newRecoveryCodes(trx, context, accountId)
  })
  if (codes === undefined) fault('stale')
  const outcome = { event: 'second-factor', outcome: 'codes-replaced', account: accountId }
  context.warn(outcome, 'recovery codes were replaced')
  return savedPage(context, visit, { uid, accountId, generation, amr: ['pwd', 'mfa'], stage: 'saved' }, codes)
}

async function show(
  context: OpenIdentityContext,
  visit: Visit,
  account: Account,
  error?: string,
): Promise<PageResponse> {
  const t = visit.t.factor.manage
  const { id: accountId, generation, email } = account
  const passkeys = await passkeysOf(context.db, accountId)
  const hasApp = (await factorKinds(context.db, accountId)).has('authenticator')
  const left = await countRecoveryCodes(context.db, accountId)
  const party = passkeys.length < mostPasskeys ? relyingParty(context.publicUrl) : null
  const brand = context.shell('en').brandName
  const options = party && (await creationOptions(context.db, party, { accountId, email, brand }))
  const begun = { uid, accountId, generation, amr: ['pwd', 'mfa'] }
  const progress = options && sealProgress(context, { ...begun, stage: 'add', challenge: options.challenge })
  const action = addresses.secondFactors
  return {
    status: error === undefined ? 200 : 400,
    title: t.title,
    back: action,
    script: passkeyScript,
    body: html`<p>${t.lead(email)}</p>
      <h2 class="heading-3">${t.passkeys}</h2>
      ${passkeys.length === 0 ? html`<p class="soft">${t.none}</p>` : list(visit, passkeys, hasApp || passkeys.length > 1)}
      ${
        options && progress !== null
          ? html`<p data-no-passkeys>${t.unsupported}</p>
              ${newPasskeyForm(visit, options, { action, progress, error, button: t.add })}`
          : html`<p>${passkeys.length < mostPasskeys ? t.unsupported : t.most(mostPasskeys)}</p>`
      }
      <h2 class="heading-3">${t.app}</h2>
      <p>${hasApp ? t.hasApp : t.noApp}</p>
      ${pressOne(visit, 'app', hasApp ? t.replaceApp : t.setUpApp)}
      <h2 class="heading-3">${t.codes}</h2>
      <p>${t.codesLeft(left)}</p>
      ${pressOne(visit, 'codes', t.replaceCodes)}
      <h2 class="heading-3">${t.others}</h2>
      <p>${t.othersText}</p>
      ${pressOne(visit, 'others', t.endOthers)}
      <p><a href="/account">${t.back}</a></p>`,
  }
}

const pressOne = (visit: Visit, name: string, label: string) =>
  html`<form method="post" action="${addresses.secondFactors}">
    <input type="hidden" name="_csrf" value="${visit.formToken}" />
    <button class="button button--quiet button--wide" type="submit" name="${name}" value="yes">${label}</button>
  </form>`

function list(visit: Visit, passkeys: Passkey[], removable: boolean): Html {
  const t = visit.t.factor.manage
  return html`<ul class="passkeys">
      ${passkeys.map(
        ({ id, name, addedAt, usedAt }) =>
          html`<li>
            <div>
              <strong class="anywhere">${name}</strong>
              <p class="small soft">${t.added(addedAt)}, ${usedAt === null ? t.unused : t.used(usedAt)}</p>
            </div>
            ${
              removable &&
              html`<form method="post" action="${addresses.secondFactors}">
                <input type="hidden" name="_csrf" value="${visit.formToken}" />
                <button
                  class="button button--quiet button--small"
                  type="submit"
                  name="remove"
                  value="${id}"
                  aria-label="${t.removeLabel(name)}"
                >
                  ${t.remove}
                </button>
              </form>`
            }
          </li>`,
      )}
    </ul>
    ${!removable && html`<p class="small soft">${t.only}</p>`}`
}

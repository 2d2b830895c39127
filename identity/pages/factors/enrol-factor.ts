import { renderSVG } from 'uqr'
import { html } from '../../../platform/html.ts'
import { accountById, lockAccount, type Account } from '../../accounts/accounts.ts'
import { mailFactorChanged } from '../../accounts/mails.ts'
import { endCodeSessionsElsewhere } from '../../accounts/sessions.ts'
import type { OpenIdentityContext } from '../../context.ts'
import type { IdentityDb } from '../../database/tables.ts'
import { factorKinds, newRecoveryCodes, periodOf, putAuthenticator, secretAddress } from '../../factors/factors.ts'
import { putPasskey, type PasskeyProof } from '../../factors/passkeys.ts'
import { sealProgress, type Progress } from '../../factors/progress.ts'
import { creationOptions, readNewPasskey, relyingParty } from '../../factors/webauthn.ts'
import { fault, type PageResponse, type Visit } from '../../http.ts'
import { formPage, type FormField } from '../pages.ts'
import { nameIn, newPasskeyForm } from './passkey-form.ts'
import { passkeyScript } from './passkey-script.ts'

export type Begun = Pick<Progress, 'uid' | 'accountId' | 'generation' | 'amr'>

/** The fault of the code, or of the passkey. */
export type Wrong = { code?: string; passkey?: string }

/** As RFC 8176 lists it; a passkey is accepted only if its owner was verified. */
export const provedBy = (proof: PasskeyProof) => ['pwd', proof, 'user', 'mfa']

type Enrolling = { progress: Progress & { stage: 'enrol' }; account: Account; form: URLSearchParams }

export async function enrolApp(
  context: OpenIdentityContext,
  visit: Visit,
  { progress, account, form }: Enrolling,
): Promise<PageResponse> {
  const { accountId, secret } = progress
  const usedPeriod = periodOf(secret, form.get('code') ?? '', context.deviceTime())
  if (usedPeriod === null) return enrolPage(context, visit, progress, secret, { code: visit.t.factor.wrong })
  const keys = { secrets: context.secrets, deviceTime: context.deviceTime }
  const put = (trx: IdentityDb) => putAuthenticator(trx, keys, { accountId, secret, usedPeriod }, context.now())
  return setUp(context, visit, { progress, account, put, amr: ['pwd', 'otp', 'mfa'] })
}

export async function enrolPasskey(
  context: OpenIdentityContext,
  visit: Visit,
  { progress, account, form }: Enrolling,
): Promise<PageResponse> {
  const { accountId, challenge, secret } = progress
  const party = relyingParty(context.publicUrl)
  if (!challenge || party === null) fault('stale')
  const now = context.now()
  const passkey = await readNewPasskey(context.db, party, { challenge, answer: form.get('passkey') ?? '' }, now)
  const failed = () => enrolPage(context, visit, progress, secret, { passkey: visit.t.factor.passkey.notCreated })
  if (passkey === null) return failed()
  const name = nameIn(visit, form)
  const put = (trx: IdentityDb) => putPasskey(trx, context, { accountId, name, passkey }, now)
  return setUp(context, visit, { progress, account, put, amr: provedBy(passkey.proof) })
}

/** Stores a proved factor, notifies its owner, and shows new recovery codes. */
async function setUp(
  context: OpenIdentityContext,
  visit: Visit,
  {
    progress,
    account,
    put,
    amr,
  }: { progress: Progress; account: Account; put: (trx: IdentityDb) => Promise<unknown>; amr: string[] },
): Promise<PageResponse> {
  const { accountId } = progress
  const done = await context.transact(async (trx) => {
    // The second of two concurrent sign-ins with the same password must use the factor that the first one set up.
    const generation = await lockAccount(trx, accountId)
    const proved = progress.amr.includes('mfa')
    if (generation !== progress.generation) return undefined
    const kinds = await factorKinds(trx, accountId)
    if (!proved && kinds.size > 0) return undefined
    if ((await put(trx)) === false) return undefined
    // A lost phone may be signed in with the earlier app.
    const replacesApp = kinds.has('authenticator') && amr.includes('otp')
    if (replacesApp) await endCodeSessionsElsewhere(trx, context, { accountId, cookies: visit.cookies })
    await mailFactorChanged(context, trx, account, visit.language, proved ? 'replaced' : 'set-up')
    await context.factorChanged(trx, { account, clientAddress: visit.clientAddress }, 'set-up-factor')
    const codes = await newRecoveryCodes(trx, context, accountId)
    return { codes, generation: replacesApp ? generation + 1 : generation }
  })
  if (done === undefined) fault('stale')
  const { codes, generation } = done
  context.warn({ event: 'second-factor', outcome: 'set-up', account: accountId }, 'a second factor was set up')
  return savedPage(context, visit, { ...progress, generation, amr, stage: 'saved' }, codes)
}

/**
 * The page for a passkey, or an authenticator app with this secret. If the person has proved a factor, this page
 * replaces the app; passkeys are added elsewhere.
 */
export async function enrolPage(
  context: OpenIdentityContext,
  visit: Visit,
  begun: Begun,
  secret: string,
  wrong: Wrong = {},
): Promise<PageResponse> {
  const t = visit.t.factor
  const { uid, accountId, generation, amr } = begun
  const { email } = (await accountById(context.db, accountId)) ?? fault('stale')
  const brand = context.shell('en').brandName
  const party = amr.includes('mfa') ? null : relyingParty(context.publicUrl)
  const options = party && (await creationOptions(context.db, party, { accountId, email, brand }))
  const stage = { stage: 'enrol', secret, challenge: options?.challenge ?? null } as const
  const progress = sealProgress(context, { uid, accountId, generation, amr, ...stage })
  const action = visit.path
  return formPage(visit.t, {
    title: t.enrol.title,
    intro: t.enrol.intro,
    above: html`${
        options &&
        html`<div class="stack" data-passkeys hidden>
          <h2 class="heading-3">${t.passkey.heading}</h2>
          <p>${t.passkey.text}</p>
          ${newPasskeyForm(visit, options, { action, progress, button: t.passkey.setUp })}
          <h2 class="heading-3">${t.enrol.app}</h2>
        </div>`
      }
      <p>${t.enrol.appText} ${t.enrol.scan}</p>
      <div class="qr-code" role="img" aria-label="${t.enrol.qrCode}">
        ${{ html: renderSVG(secretAddress(secret, brand, email), { border: 2 }) }}
      </div>
      <p>${t.enrol.byHand}<br /><code class="anywhere">${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>`,
    ...(options && {
      script: passkeyScript,
      problem: wrong.passkey === undefined ? undefined : { id: 'passkey-button', text: wrong.passkey },
      quiet: true,
    }),
    action,
    formToken: visit.formToken,
    hidden: { progress },
    fields: [{ ...codeField(t.code, t.enrol.codeHint, wrong.code), later: options !== null }],
    button: t.enrol.button,
  })
}

/** Shows new recovery codes, once. */
export function savedPage(
  context: OpenIdentityContext,
  visit: Visit,
  progress: Progress & { stage: 'saved' },
  codes: string[],
): PageResponse {
  const t = visit.t.factor.saved
  return formPage(visit.t, {
    title: t.title,
    intro: t.intro,
    above: html`<ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>`,
    action: visit.path,
    formToken: visit.formToken,
    hidden: { progress: sealProgress(context, progress) },
    fields: [],
    button: t.button,
  })
}

export const codeField = (label: string, hint: string, error?: string): FormField => ({
  name: 'code',
  label,
  hint,
  autocomplete: 'one-time-code',
  error,
})

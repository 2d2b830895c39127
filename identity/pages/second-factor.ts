import { renderSVG } from 'uqr'
import { html } from '../../platform/html.ts'
import { accountById, type Account } from '../accounts/accounts.ts'
import { mailFactorChanged } from '../accounts/mails.ts'
import type { OpenIdentityContext } from '../context.ts'
import {
  factorKinds,
  newRecoveryCodes,
  newSecret,
  periodOf,
  putAuthenticator,
  secretAddress,
  useAuthenticator,
  useRecoveryCode,
} from '../factors/factors.ts'
import { openProgress, sealProgress, type Progress } from '../factors/progress.ts'
import { fault, type Answer, type Visit } from '../http.ts'
import { formPage, type Field } from './pages.ts'

/** Whose password or session is proved, and the generation of their sessions when it was. */
export type Proved = { accountId: string; generation: number }

/** The next page of a sign-in that needs a second factor: to show one, or to set the first one up. */
export async function askForFactor(
  context: OpenIdentityContext,
  visit: Visit,
  uid: string,
  proved: Proved,
): Promise<Answer> {
  const kinds = await factorKinds(context.db, proved.accountId)
  const begun = { uid, accountId: proved.accountId, generation: proved.generation, amr: ['pwd'] }
  if (kinds.size > 0) return verifyPage(context, visit, { ...begun, stage: 'verify' })
  return enrolPage(context, visit, { ...begun, stage: 'enrol', secret: newSecret() })
}

/** Reads what such a page sent. Returns the next page, or what is proved once there is nothing left to do. */
export async function answerFactor(
  context: OpenIdentityContext,
  visit: Visit,
  uid: string,
  form: URLSearchParams,
): Promise<Answer | (Proved & { amr: string[] })> {
  const progress = openProgress(context, uid, form.get('progress') ?? '')
  const account = progress && (await accountById(context.db, progress.accountId))
  if (progress === undefined || account === undefined) fault('stale')
  switch (progress.stage) {
    case 'verify':
      return verify(context, visit, progress, form)
    case 'enrol':
      return enrol(context, visit, { progress, secret: progress.secret, account, form })
    case 'saved':
      return progress
  }
}

async function verify(
  context: OpenIdentityContext,
  visit: Visit,
  progress: Progress,
  form: URLSearchParams,
): Promise<Answer | Progress> {
  const { accountId } = progress
  const code = (form.get('code') ?? '').trim()
  if (code === '') return verifyPage(context, visit, progress, visit.t.factor.codeMissing)
  // Counted beforehand, so that many tries at once are many; a right code is taken back.
  if (!(await context.allow('secondFactorPerAccount', accountId, context.db))) fault('tooMany')
  const keys = { secrets: context.secrets, deviceTime: context.deviceTime }
  const right =
    (await useAuthenticator(context.db, keys, accountId, code)) ||
    (await useRecoveryCode(context.db, keys, accountId, code))
  if (!right) {
    const who = { account: accountId, network: context.networkHash(visit.clientAddress) }
    context.warn({ event: 'second-factor', outcome: 'refused', ...who }, 'a second factor was refused')
    return verifyPage(context, visit, progress, visit.t.factor.wrong)
  }
  await context.uncount('secondFactorPerAccount', accountId)
  const proved = { ...progress, amr: ['pwd', 'otp', 'mfa'] }
  if (form.get('next') !== 'replace') return proved
  return enrolPage(context, visit, { ...proved, stage: 'enrol', secret: newSecret() })
}

async function enrol(
  context: OpenIdentityContext,
  visit: Visit,
  { progress, secret, account, form }: { progress: Progress; secret: string; account: Account; form: URLSearchParams },
): Promise<Answer> {
  const usedPeriod = periodOf(secret, form.get('code') ?? '', context.deviceTime())
  if (usedPeriod === null)
    return enrolPage(context, visit, { ...progress, stage: 'enrol', secret }, visit.t.factor.wrong)
  const { accountId } = progress
  const keys = { secrets: context.secrets, deviceTime: context.deviceTime }
  const codes = await context.transact(async (trx) => {
    // Of two sign-ins at once with the same password, the second must use the factor that the first set up.
    const locked = await trx
      .selectFrom('identity_accounts')
      .select('generation')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    const proved = progress.amr.includes('mfa')
    if (locked?.generation !== progress.generation) return undefined
    if (!proved && (await factorKinds(trx, accountId)).size > 0) return undefined
    await putAuthenticator(trx, keys, { accountId, secret, usedPeriod }, context.now())
    await mailFactorChanged(context, trx, account, visit.language)
    return newRecoveryCodes(trx, keys, accountId)
  })
  if (codes === undefined) fault('stale')
  context.warn({ event: 'second-factor', outcome: 'set-up', account: accountId }, 'a second factor was set up')
  return savedPage(context, visit, { ...progress, amr: ['pwd', 'otp', 'mfa'], stage: 'saved' }, codes)
}

function verifyPage(context: OpenIdentityContext, visit: Visit, progress: Progress, error?: string): Answer {
  const t = visit.t.factor
  return formPage(visit.t, {
    title: t.title,
    intro: t.intro,
    action: `/identity${visit.path}`,
    formToken: visit.formToken,
    hidden: { progress: sealProgress(context, progress) },
    fields: [codeField(t.code, t.codeHint, error)],
    button: t.button,
    otherButton: { name: 'next', value: 'replace', label: t.replace },
  })
}

async function enrolPage(
  context: OpenIdentityContext,
  visit: Visit,
  progress: Progress & { stage: 'enrol' },
  error?: string,
): Promise<Answer> {
  const t = visit.t.factor
  const account = (await accountById(context.db, progress.accountId)) ?? fault('stale')
  const address = secretAddress(progress.secret, context.shell('en').brandName, account.email)
  return formPage(visit.t, {
    title: t.enrol.title,
    intro: t.enrol.intro,
    above: html`<p>${t.enrol.scan}</p>
      <div class="qr-code" role="img" aria-label="${t.enrol.qrCode}">
        ${{ html: renderSVG(address, { border: 2 }) }}
      </div>
      <p>${t.enrol.byHand}<br /><code class="anywhere">${progress.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>`,
    action: `/identity${visit.path}`,
    formToken: visit.formToken,
    hidden: { progress: sealProgress(context, progress) },
    fields: [codeField(t.code, t.enrol.codeHint, error)],
    button: t.enrol.button,
  })
}

function savedPage(context: OpenIdentityContext, visit: Visit, progress: Progress, codes: string[]): Answer {
  const t = visit.t.factor.saved
  return formPage(visit.t, {
    title: t.title,
    intro: t.intro,
    above: html`<ul class="recovery-codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>`,
    action: `/identity${visit.path}`,
    formToken: visit.formToken,
    hidden: { progress: sealProgress(context, progress) },
    fields: [],
    button: t.button,
  })
}

const codeField = (label: string, hint: string, error?: string): Field => ({
  name: 'code',
  label,
  hint,
  autocomplete: 'one-time-code',
  error,
})

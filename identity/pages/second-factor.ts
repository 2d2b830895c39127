import { accountById } from '../accounts/accounts.ts'
import { mailFactorChanged } from '../accounts/mails.ts'
import type { OpenIdentityContext } from '../context.ts'
import { factorKinds, newSecret, useAuthenticator, useRecoveryCode } from '../factors/factors.ts'
import { openProgress, sealProgress, type Progress } from '../factors/progress.ts'
import { relyingParty, requestOptions, usePasskey } from '../factors/webauthn.ts'
import { fault, type PageResponse, type Visit } from '../http.ts'
import { requireRoom } from '../rate-limit.ts'
import {
  codeField,
  enrolApp,
  enrolPage,
  enrolPasskey,
  provedBy,
  type Begun,
  type Wrong,
} from './factors/enrol-factor.ts'
import { usePasskeyForm } from './factors/passkey-form.ts'
import { passkeyScript } from './factors/passkey-script.ts'
import { formPage } from './pages.ts'

/** The account whose password or session was checked, and the generation of its sessions at that time. */
export type ProvedAccount = { accountId: string; generation: number }

/** Returns the next page of a sign-in that needs a second factor: to prove one, or to set the first one up. */
export async function askForFactor(
  context: OpenIdentityContext,
  visit: Visit,
  uid: string,
  proved: ProvedAccount,
): Promise<PageResponse> {
  const kinds = await factorKinds(context.db, proved.accountId)
  const begun = { uid, accountId: proved.accountId, generation: proved.generation, amr: ['pwd'] }
  return kinds.size > 0 ? verifyPage(context, visit, begun) : enrolPage(context, visit, begun, newSecret())
}

/** Reads the form of such a page. Returns the next page, or the proved methods once the sign-in is complete. */
export async function answerFactor(
  context: OpenIdentityContext,
  visit: Visit,
  uid: string,
  form: URLSearchParams,
): Promise<PageResponse | (ProvedAccount & { amr: string[] })> {
  const progress = openProgress(context, uid, form.get('progress') ?? '')
  const account = progress && (await accountById(context.db, progress.accountId))
  if (progress === undefined || account === undefined) fault('stale')
  switch (progress.stage) {
    case 'verify':
      return form.get('passkey')
        ? verifyPasskey(context, visit, progress, form)
        : verifyCode(context, visit, progress, form)
    case 'enrol':
      return form.get('passkey')
        ? enrolPasskey(context, visit, { progress, account, form })
        : enrolApp(context, visit, { progress, account, form })
    case 'saved':
      return progress
    case 'add':
      return fault('stale')
  }
}

async function verifyCode(
  context: OpenIdentityContext,
  visit: Visit,
  progress: Progress,
  form: URLSearchParams,
): Promise<PageResponse | Progress> {
  const { accountId } = progress
  const code = (form.get('code') ?? '').trim()
  if (code === '') return verifyPage(context, visit, progress, { code: visit.t.factor.codeMissing })
  // Counted beforehand, so that concurrent attempts all count; a correct code is subtracted.
  await requireRoom(context, 'secondFactorPerAccount', accountId)
  const keys = { secrets: context.secrets, deviceTime: context.deviceTime }
  const right =
    (await useAuthenticator(context.db, keys, accountId, code)) || (await recover(context, visit, accountId, code))
  if (!right) return refused(context, visit, progress, { code: visit.t.factor.wrong })
  await context.uncount('secondFactorPerAccount', accountId)
  const proved = { ...progress, amr: ['pwd', 'otp', 'mfa'] }
  return form.get('next') === 'replace' ? enrolPage(context, visit, proved, newSecret()) : proved
}

/** Consumes a recovery code. Its owner is emailed and the audit records it: the codes may have been copied. */
function recover(context: OpenIdentityContext, visit: Visit, accountId: string, code: string): Promise<boolean> {
  return context.transact(async (trx) => {
    if (!(await useRecoveryCode(trx, context, accountId, code))) return false
    const account = (await accountById(trx, accountId)) ?? fault('stale')
    await mailFactorChanged(context, trx, account, visit.language, 'code-used')
    await context.factorChanged(trx, { account, clientAddress: visit.clientAddress }, 'use-recovery-code')
    return true
  })
}

async function verifyPasskey(
  context: OpenIdentityContext,
  visit: Visit,
  progress: Progress & { stage: 'verify' },
  form: URLSearchParams,
): Promise<PageResponse | Progress> {
  const { accountId, challenge } = progress
  const party = relyingParty(context.publicUrl)
  if (!challenge || party === null) fault('stale')
  await requireRoom(context, 'secondFactorPerAccount', accountId)
  const answer = form.get('passkey') ?? ''
  const proof = await usePasskey(context.db, context, party, { accountId, challenge, answer }, context.now())
  if (proof === null) return refused(context, visit, progress, { passkey: visit.t.factor.passkey.wrong })
  await context.uncount('secondFactorPerAccount', accountId)
  return { ...progress, amr: provedBy(proof) }
}

function refused(
  context: OpenIdentityContext,
  visit: Visit,
  progress: Progress,
  wrong: { code?: string; passkey?: string },
): Promise<PageResponse> {
  const who = { account: progress.accountId, network: context.networkHash(visit.clientAddress) }
  context.warn({ event: 'second-factor', outcome: 'refused', ...who }, 'a second factor was refused')
  return verifyPage(context, visit, progress, wrong)
}

async function verifyPage(
  context: OpenIdentityContext,
  visit: Visit,
  begun: Begun,
  wrong: Wrong = {},
): Promise<PageResponse> {
  const t = visit.t.factor
  const kinds = await factorKinds(context.db, begun.accountId)
  const party = kinds.has('passkey') ? relyingParty(context.publicUrl) : null
  const options = party && (await requestOptions(context.db, context, party, begun.accountId))
  const { uid, accountId, generation, amr } = begun
  const stage = { stage: 'verify', challenge: options?.challenge ?? null } as const
  const progress = sealProgress(context, { uid, accountId, generation, amr, ...stage })
  const action = visit.path
  const hasApp = kinds.has('authenticator')
  return formPage(visit.t, {
    title: t.title,
    intro: t.intro,
    ...(options && {
      above: usePasskeyForm(visit, options, { action, progress }),
      script: passkeyScript,
      problem: wrong.passkey === undefined ? undefined : { id: 'passkey-button', text: wrong.passkey },
      quiet: true,
    }),
    action,
    formToken: visit.formToken,
    hidden: { progress },
    fields: [
      hasApp ? codeField(t.code, t.codeHint, wrong.code) : codeField(t.recoveryCode, t.recoveryCodeHint, wrong.code),
    ],
    button: options ? t.useCode : t.button,
    ...(hasApp && { otherButton: { name: 'next', value: 'replace', label: t.replace } }),
  })
}

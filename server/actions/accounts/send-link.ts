import { refuse } from '../../../contract/errors.ts'
import { paths } from '../../../contract/screens.ts'
import type { AppContext } from '../../context.ts'
import type { AuditAct } from '../../../domain/audit.ts'
import type { Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'
import { lockForAct, recordOnPerson, refuseRepeated, type Administrator, type DoneTogether } from './administrator.ts'
import { registrationParameter } from '../trials/register.ts'

/** Sends the activation email again. Refuses with 409 a confirmed person, and beyond the email limit. */
export function resendActivation(
  context: AppContext,
  id: string,
  administrator: Administrator,
  together?: DoneTogether,
): Promise<void> {
  const send = async (db: Trx, subscriber: Subscriber) => {
    if (subscriber.email_verified_at) refuse('CONFIRMED_ALREADY')
    const again = await context.idp.resendActivation(db, subscriber.email, subscriber.language)
    return again ?? inviteAgain(db, context, subscriber)
  }
  return sendLink(context, id, administrator, 'resend-activation', send, together)
}

/** Invites a registrant without a pending account at the identity provider: the invitation leads to the front page. */
export function inviteAgain(
  db: Trx,
  { idp }: Pick<AppContext, 'idp'>,
  { email, first_name: firstName, language, registration }: Subscriber,
): Promise<LinkResult> {
  const returnTo = registration === null ? paths.home : `${paths.home}?${registrationParameter}=${registration}`
  return idp.invite(db, { email, firstName, returnTo, language })
}

/**
 * Sends a link to set a new password. Refuses with 409 a person who has not confirmed the address, and beyond the email
 * limit.
 */
export function sendPasswordLink(context: AppContext, id: string, administrator: Administrator): Promise<void> {
  return sendLink(
    context,
    id,
    administrator,
    'send-password-link',
    async (db, { email, email_verified_at, language }) => {
      if (!email_verified_at) refuse('NOT_CONFIRMED')
      return (await context.idp.sendPasswordLink(db, email, language)) ?? refuse('PASSWORDS_ELSEWHERE')
    },
  )
}

type LinkResult = 'invited' | 'sent' | 'unsent' | 'already-active'

async function sendLink(
  context: AppContext,
  id: string,
  administrator: Administrator,
  act: AuditAct,
  send: (db: Trx, subscriber: Subscriber) => Promise<LinkResult>,
  together?: DoneTogether,
): Promise<void> {
  await context.transact(async (db) => {
    const subscriber = await lockForAct(db, id, administrator)
    if (together) await refuseRepeated(db, act, id, context.now())
    const sent = await send(db, subscriber)
    if (sent === 'unsent') refuse('MAIL_LIMIT')
    if (sent === 'already-active') refuse('CONFIRMED_ALREADY')
    // The address may be corrected later; the line names the one to which this email went.
    const changes = [{ field: 'email', before: '', after: subscriber.email }] as const
    const done = { by: administrator, act, comment: together?.comment, changes }
    await recordOnPerson(db, id, done, {}, context.now())
  })
}

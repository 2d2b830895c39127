import { emailKey } from '../../../platform/email-key.ts'
import { refuse } from '../../../contract/errors.ts'
import { isSelf } from '../../../domain/account/self.ts'
import { isRoleOfAdministrator } from '../../../domain/account/role.ts'
import type { AuditAct, AuditedChange } from '../../../domain/audit.ts'
import { lastActSince, recordAct } from '../../store/admin/audit.ts'
import { addActivity, type ActivityAct } from '../../store/subscribers/activity.ts'
import { lockSubscriber, type Subscriber } from '../../store/subscribers/subscribers.ts'
import type { Trx } from '../../store/tables.ts'

/** An administrator or support agent who acts, and their own subscriber, if any. */
export type Administrator = {
  accountId: string
  email: string
  subscriberId: string | null
  role: string | null
  /** The network address of the request. */
  address?: string
  /** The owner's email address if an API key acts; `email` then contains the key's name. */
  keyOwner?: string
}

/** The reason of an act on several people. */
export type DoneTogether = { comment: string }

/** How long, in minutes, the same act on several people or subscriptions counts as a repetition, for example of a request whose answer was lost. */
const repeatMinutes = 5

/** Refuses with 409 an act that was just done to the person, and names who did it. The caller has locked the person. */
export async function refuseRepeated(db: Trx, act: AuditAct, subscriberId: string, now: Date): Promise<void> {
  const last = await lastActSince(db, act, subscriberId, new Date(now.getTime() - repeatMinutes * 60_000))
  if (last) refuse('DONE_ALREADY', [], last)
}

/** Whether the same act now would count as a repetition of one done at that time. */
export const isMomentAgo = (at: Date, now: Date) => now.getTime() - at.getTime() <= repeatMinutes * 60_000

/** Refuses with 403 any role but the administrator's. */
export function requireAdministrator(
  { role }: Pick<Administrator, 'role'>,
  code: 'FORBIDDEN' | 'ADMINISTRATORS_ONLY' = 'FORBIDDEN',
): void {
  if (!isRoleOfAdministrator(role)) refuse(code)
}

type OwnRefusal = 'OWN_PERSON' | 'REFUND_OWN' | 'FORGET_ONESELF' | 'SIGN_OUT_ONESELF'

/** Refuses with 409 an administrator's act on themselves, except a comment. */
export function refuseOneself(
  { email, keyOwner = email, subscriberId }: Pick<Administrator, 'email' | 'keyOwner' | 'subscriberId'>,
  subscriber: Pick<Subscriber, 'id' | 'email'>,
  code: OwnRefusal = 'OWN_PERSON',
): void {
  const person = { id: subscriber.id, email: emailKey(subscriber.email) }
  if (isSelf({ id: subscriberId, email: emailKey(keyOwner) }, person)) refuse(code)
}

/**
 * Returns the person on whom an administrator acts, locked. Refuses an unknown id with 404, and the administrator's own
 * person with 409.
 */
export async function lockForAct(db: Trx, id: string, by: Administrator, code?: OwnRefusal): Promise<Subscriber> {
  const subscriber = (await lockSubscriber(db, id)) ?? refuse('NOT_FOUND')
  refuseOneself(by, subscriber, code)
  return subscriber
}

/** Records an act on a person in the audit and in the person's timeline, where it appears with `shown`. */
export async function recordOnPerson(
  db: Trx,
  subscriberId: string,
  done: { by: Administrator; act: AuditAct; comment?: string | undefined; changes?: readonly AuditedChange[] },
  shown: Omit<ActivityAct, 'act' | 'comment'>,
  now: Date,
): Promise<void> {
  const { by, act, comment } = done
  await recordAct(db, { ...done, subscriberId }, now)
  await addActivity(db, subscriberId, { kind: 'act', by: by.email, data: { act, comment, ...shown } }, now)
}

import { randomUUID } from 'node:crypto'
import type { TestShop } from '../given.ts'

export type GivenMail = {
  to?: string
  kind?: string
  subject?: string
  /** Its text. */
  text?: string
  subscriber?: string | null
  state?: 'new' | 'waiting' | 'given-up'
  /** How long ago, in minutes, it was written and last tried. */
  ago?: number
  fault?: string
  answer?: string | null
  /** Its unsubscribe link. */
  stop?: string
}

/**
 * Inserts an email that failed three times, as the job leaves it, directly into the database. A waiting one is due
 * tomorrow.
 */
export async function givenAnUndeliveredMail(
  shop: Pick<TestShop, 'sql'>,
  { kind = 'activation', state = 'given-up', ago = 5, fault = 'recipient', ...mail }: GivenMail = {},
): Promise<string> {
  const id = randomUUID()
  const { to = `${id}@acme.example`, subject = 'Activate your account', text = 'Hello', subscriber = null } = mail
  const then = new Date(Date.now() - ago * 60_000)
  const failed = state !== 'new'
  await shop.sql(
    `insert into jobs (id, kind, subscriber_id, payload, created_at, run_at, attempts, last_error, given_up_at, tried_at, answer)
     values ($1, 'email', $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      subscriber,
      JSON.stringify({ kind, to, subject, text, html: text, stop: mail.stop }),
      then,
      new Date(Date.now() + 86_400_000),
      failed ? 3 : 0,
      failed ? fault : null,
      state === 'given-up' ? then : null,
      failed ? then : null,
      failed ? (mail.answer === undefined ? '550 No such mailbox' : mail.answer) : null,
    ],
  )
  return id
}

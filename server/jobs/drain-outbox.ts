import type { Forgotten } from '../adapters/ledger/port.ts'
import type { MailTransport } from '../adapters/mail/port.ts'
import { entryDone, entryFailed, entryGivenUp, leaseDue, type OutboxEntry, type PaymentTask } from '../store/outbox.ts'
import type { Db } from '../store/tables.ts'

const lease = 2 * 60_000
const batch = 20
/** How often a mail is tried; by then a day and four hours have passed. */
const attemptsMost = 40

export type OutboxParts = {
  db: Db
  now: () => Date
  mail: MailTransport
  /** Tells the payment provider; the key makes a task done twice harmless. */
  tell: (key: string, task: PaymentTask) => Promise<void>
  /** Writes down who was forgotten. */
  remember: (entry: Forgotten) => Promise<void>
  log: (entry: object, message: string) => void
}

/** Carries out what is due in the outbox, a batch after the other. What fails is tried again later and later, up to an hour. */
export async function drainOutbox(parts: OutboxParts, kinds: readonly OutboxEntry['kind'][]): Promise<void> {
  for (;;) {
    const now = parts.now()
    const due = await leaseDue(parts.db, now, new Date(now.getTime() + lease), batch, kinds)
    await Promise.all(due.map((entry) => carryOut(parts, entry)))
    if (due.length < batch) return
  }
}

async function carryOut({ db, now, mail, tell, remember, log }: OutboxParts, entry: OutboxEntry): Promise<void> {
  try {
    if (entry.kind === 'mail') await mail.send({ ...entry.payload, id: entry.id })
    else if (entry.kind === 'payment') await tell(entry.id, entry.payload)
    else await remember(entry.payload)
    await entryDone(db, entry.id)
  } catch (error) {
    const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
    const failure = entry.kind === 'mail' ? mail.explain(error) : null
    const about = {
      outbox: entry.id,
      reason: code,
      attempts: entry.attempts,
      ...(failure && { status: failure.status }),
    }
    const told = { reason: failure?.fault ?? code, answer: failure?.answer ?? null, at: now() }
    if (failure && (failure.permanent || entry.attempts >= attemptsMost)) {
      // Never what the server said: that may hold an address.
      log(about, 'a mail was given up')
      await entryGivenUp(db, entry.id, told)
    } else {
      log(about, `a ${entry.kind} will be tried again`)
      await entryFailed(db, entry.id, told, new Date(told.at.getTime() + delayAfter(entry.attempts)))
    }
  }
}

/** 1 s, 2 s, 4 s … up to an hour, in milliseconds. */
export function delayAfter(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), 3_600_000)
}

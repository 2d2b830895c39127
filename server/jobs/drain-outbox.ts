import type { Forgotten } from '../adapters/ledger/port.ts'
import type { MailTransport } from '../adapters/mail/port.ts'
import { entryDone, entryFailed, entryGivenUp, leaseDue, type OutboxEntry, type PaymentTask } from '../store/outbox.ts'
import type { Db } from '../store/tables.ts'

const lease = 2 * 60_000
const batch = 20
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
    const reason = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'unknown'
    if (entry.kind === 'mail' && (mail.isPermanent(error) || entry.attempts >= attemptsMost)) {
      log({ outbox: entry.id, reason }, `a ${entry.kind} was given up`)
      await entryGivenUp(db, entry.id, reason, now())
    } else {
      log({ outbox: entry.id, reason, attempts: entry.attempts }, `a ${entry.kind} will be tried again`)
      await entryFailed(db, entry.id, reason, new Date(now().getTime() + delayAfter(entry.attempts)))
    }
  }
}

/** 1 s, 2 s, 4 s … up to an hour, in milliseconds. */
export function delayAfter(attempts: number): number {
  return Math.min(1000 * 2 ** (attempts - 1), 3_600_000)
}

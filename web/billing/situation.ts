import { longDate } from '../../domain/calendar.ts'
import { situationOfSubscription, type SituationKind } from '../../domain/subscription/situation.ts'
import type { Entry, User } from '../../contract/screens.ts'
import { accountWords as account } from '#words/account/account.ts'
import { locale } from '#words/locale.ts'
import { paymentWords } from '#words/account/payments.ts'
import { situationWords as t } from '#words/shop/situation.ts'
import { lastDayOf } from './payment.ts'
import type { Tone } from '../ui/status-badge.tsx'

const day = (date: string) => longDate(date, locale)
const tones = { active: 'green', pending: 'amber', expired: 'grey', cancelled: 'grey' } as const

const kindOf = (user: User | null, entry: Entry) =>
  situationOfSubscription(user ?? { dplStatus: null, deniedCountry: false }, entry)

const isBadged = (kind: SituationKind): kind is keyof typeof t.badges => Object.hasOwn(t.badges, kind)

/** Returns the text of a subscription's badge, except for payment problems. */
export function situationBadge(user: User | null, entry: Entry): { tone: Tone; word: string } {
  const { status } = entry.subscription
  const kind = kindOf(user, entry)
  return { tone: tones[status], word: isBadged(kind) ? t.badges[kind] : account.statuses[status] }
}

/** Returns how long a subscription runs, or why it does not; null if the text about the payment replaces it. */
export function situationLine(user: User | null, entry: Entry): string | null {
  const { startDate, endDate, payment } = entry.subscription
  const kind = kindOf(user, entry)
  if (startDate === null && kind === 'refused') return t.neverStarted
  if (startDate === null && kind === 'denied_country') return t.neverStartedCountry
  if (!endDate) return kind === 'in_review' || kind === 'unconfirmed' ? account.startsOnApproval : null
  switch (kind) {
    case 'past_due':
      return null
    case 'trial_running':
    case 'stopped':
      return payment.state === 'processing' ? null : account.endsOn(day(endDate))
    case 'paid':
      if (payment.state === 'processing') return null
      return payment.state === 'disputed' || payment.state === 'paused'
        ? paymentWords.accessUntil(day(endDate))
        : account.renewsOn(day(endDate))
    case 'trial_over':
    case 'ended':
      return lastDayOf(entry.subscription) && account.endedOn(day(endDate))
    case 'denied_country':
      return account.heldCountry(day(endDate))
    default:
      return account.held(day(endDate))
  }
}

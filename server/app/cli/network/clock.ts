import type { Config } from '../../config/config.ts'
import { machineTime } from '../../process/clock.ts'
import type { Finding } from '../checks/storage.ts'

/** The difference in milliseconds from which it is reported. Sign-in tolerates a minute, Stripe's signatures five. */
const noticeable = 10_000

/**
 * Compares the machine's clock with another. `sent` and `received`: the machine's time before and after the request.
 */
export function compareClocks(other: string, theirs: Date, sent: Date, received: Date): Finding[] {
  const time = theirs.getTime()
  if (Number.isNaN(time)) return []
  // An HTTP date has whole seconds, so the actual time is up to a second later.
  const ahead = Math.max(sent.getTime() - time - 1000, 0)
  const behind = Math.max(time - received.getTime(), 0)
  const seconds = Math.round(Math.max(ahead, behind) / 1000)
  if (Math.max(ahead, behind) < noticeable)
    return [{ level: 'ok', about: 'clock', sentence: `The clock matches that of ${other}.` }]
  const sentence = `The clock is ${seconds} s ${ahead > behind ? 'ahead of' : 'behind'} that of ${other}. Synchronise both with NTP: sign-in and Stripe's webhooks fail when clocks differ.`
  return [{ level: 'warning', about: 'clock', sentence }]
}

/**
 * Compares the clock with Stripe's, using the date of any response. Whether Stripe is available is checked elsewhere.
 */
export async function checkStripeClock({ stripe }: Pick<Config, 'stripe'>): Promise<Finding[]> {
  if (stripe === null) return []
  const sent = machineTime()
  const address = stripe.apiBase ?? 'https://api.stripe.com/'
  const response = await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return compareClocks('Stripe', new Date(response?.headers.get('date') ?? NaN), sent, machineTime())
}

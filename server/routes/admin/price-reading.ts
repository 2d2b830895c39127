import { termsOf } from '../../../domain/subscription/subscription.ts'
import type { OfferedPrice, Payments } from '../../adapters/payments/port.ts'
import { paidPlans, type Catalogue } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'

export type PriceReading = { at: Date; prices: ReadonlyMap<string, OfferedPrice> | null }

/** How many milliseconds a response of the provider is cached, and a missing response. */
const kept = { answer: 60_000, silence: 5000 }

/** Returns the function that reads the provider's prices, at most once a minute, and once for concurrent callers. */
export function createPriceReading(
  context: Pick<AppContext, 'now' | 'warn'> & { catalogue: Pick<Catalogue, 'plans'> },
  payments: Pick<Payments, 'readPrices' | 'faultOf'>,
): () => Promise<PriceReading> {
  const sold = paidPlans(context.catalogue).map(termsOf)
  let last: Promise<PriceReading> | null = null
  let until = 0
  const askNow = async (): Promise<PriceReading> => {
    const at = context.now()
    const prices = await payments.readPrices(sold).catch((error: unknown) => {
      const { kind, sentence } = payments.faultOf(error)
      if (kind === 'own') throw error
      context.warn({ fault: sentence }, 'The prices could not be read for the catalogue page')
      return null
    })
    until = context.now().getTime() + (prices ? kept.answer : kept.silence)
    return { at, prices }
  }
  return () => {
    if (!last || context.now().getTime() >= until) {
      until = Infinity
      last = askNow().catch((error: unknown) => {
        last = null
        throw error
      })
    }
    return last
  }
}

import { priceText } from '../../domain/catalogue/plan.ts'
import { isLive, isSoldAgain } from '../../domain/subscription/subscription.ts'
import { paths, type Entry } from '../../contract/screens.ts'
import { locale } from '#words/locale.ts'

type Payment = Entry['subscription']['payment']

/** Returns whether the billing provider knows the subscription; it knows no trial and no complimentary one. */
export const isBilled = ({ currency }: Pick<Payment, 'currency'>) => currency !== null

/** Returns whether the owner may buy a plan that is still running, because it is no longer charged, or never was. */
export const isEntrySoldAgain = ({ plan, subscription }: Entry) => isSoldAgain({ ...subscription, type: plan.type })

/** Returns whether days remain that buying it again adds: days of grace were not paid for. */
export const addsDays = (entry: Entry) => isEntrySoldAgain(entry) && !entry.subscription.inGrace

/** Returns the last day of an ended subscription; null for a cancelled one, which ended before its end date. */
export const lastDayOf = ({ status, endDate }: Entry['subscription']) => (status === 'expired' ? endDate : null)

/** Formats an amount in major units. */
export const amountText = (amount: number, currency: string) => priceText(amount, currency, locale)

/** Returns the paid subscription of a product that runs or waits; a person has at most one. */
export const ownedPaid = (entries: readonly Entry[], product: string): Entry | undefined =>
  entries.find(
    ({ plan, subscription }) => plan.type === 'subscription' && plan.product === product && isLive(subscription),
  )

/** Returns the page that shows the state of an order. */
export const confirmationAddress = ({ id, plan }: { id: string; plan: { name: string } }) =>
  `${paths.confirmation(plan.name)}?order=${encodeURIComponent(id)}`

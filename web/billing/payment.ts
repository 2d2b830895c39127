import { priceText } from '../../domain/catalogue/plan.ts'
import { isSoldAgain } from '../../domain/subscription/subscription.ts'
import { paths, type Entry } from '../../contract/screens.ts'
import { locale } from '#words/locale.ts'

type Payment = Entry['subscription']['payment']

/** Whether the billing provider has a side of it: a trial and a complimentary subscription have none. */
export const isBilled = ({ currency }: Pick<Payment, 'currency'>) => currency !== null

export const isOverdue = ({ state }: Pick<Payment, 'state'>) => state === 'past_due' || state === 'action_required'

/** Whether its owner may buy it although it runs: it is not charged any more, or never was. */
export const mayBuyAgain = ({ plan, subscription }: Entry) => isSoldAgain({ ...subscription, type: plan.type })

/** An amount in major units, written out. */
export const amountText = (amount: number, currency: string) => priceText(amount, currency, locale)

/** The paid subscription of a product that runs or waits; a person has one at most. */
export const ownedPaid = (entries: readonly Entry[], product: string): Entry | undefined =>
  entries.find(
    ({ plan, subscription: { status } }) =>
      plan.type === 'subscription' && plan.product === product && (status === 'active' || status === 'pending'),
  )

/** The page that shows the state of an order. */
export const confirmationOf = ({ id, plan }: { id: string; plan: { name: string } }) =>
  `${paths.confirmation(plan.name)}?order=${encodeURIComponent(id)}`

import type { TestShop } from '../given.ts'
import { provider, rowOf, simulate } from './paying.ts'

/** Disputes the current payment as the customer's bank, or inquires about it; returns the dispute's id. */
export async function disputePayment(
  shop: TestShop,
  payer: { id: string },
  how: 'dispute' | 'inquiry' = 'dispute',
): Promise<string> {
  const { data } = await provider().charges.list({ payment_intent: (await rowOf(shop, payer)).payment })
  const charge = data[0]?.id ?? ''
  await simulate(how, { charge })
  await shop.catchUp()
  const { data: disputes } = await provider().disputes.list({ charge })
  return disputes[0]?.id ?? ''
}

import { storedMethod, type Provider, type TrialPurchase } from './provider.ts'
import { dayMs } from '../../../../domain/calendar.ts'

/** One act, and the payment state that the product must store afterwards. */
export type Step = {
  does: string
  /** As `paymentStateOf` names it. */
  believed: string
  run(provider: Provider, purchase: TrialPurchase): Promise<void>
}

export type Life = { name: string; method: string; steps: readonly Step[] }

/** Longer than the hour for which Stripe keeps an invoice a draft. */
const moment = 0.1
const month = 31

const bought: Step = { does: 'buys the monthly plan', believed: 'paid', run: () => Promise.resolve() }
const renews = (believed: string): Step => ({
  does: 'a month later',
  believed,
  run: ({ advance }) => advance(month + moment),
})

const afterTheWeek: Step = {
  does: 'when the granted week is over',
  believed: 'paid',
  run: ({ advance }) => advance(month + 8),
}

/** Stores another payment method and retries the renewal with it. */
const useCard = (name: string, does: string): Step => ({
  does,
  believed: 'paid',
  async run({ stripe }, { customer, subscription }) {
    const method = await storedMethod(stripe, customer, name)
    await stripe.subscriptions.update(subscription, { default_payment_method: method })
  },
})

const paysOpen = (does: string): Step => ({
  does,
  believed: 'paid',
  async run({ stripe }, { customer, subscription }) {
    const method = await storedMethod(stripe, customer, 'pm_card_visa')
    await stripe.subscriptions.update(subscription, { default_payment_method: method })
    const { data } = await stripe.invoices.list({ subscription, status: 'open' })
    for (const { id } of data) await stripe.invoices.pay(id, { payment_method: method })
  },
})

const grantsWeek: Step = {
  does: 'a week is granted: the next charge moves',
  believed: 'paid',
  async run({ payments, now }, { subscription }) {
    const { period } = await payments.readSubscription(subscription)
    await payments.moveNextCharge(subscription, new Date(period.end.getTime() + 7 * dayMs), now())
  },
}

const switches = (does: string, ending: 'end_trial' | 'continue_trial'): Step => ({
  does,
  believed: 'paid',
  async run({ stripe, plans, advance }, { subscription }) {
    const { items } = await stripe.subscriptions.retrieve(subscription)
    const [price] = (await stripe.prices.list({ lookup_keys: [plans.annual.name] })).data
    await stripe.subscriptions.update(subscription, {
      items: [{ id: items.data[0]?.id ?? '', price: price?.id ?? '' }],
      proration_behavior: 'always_invoice',
      ...(ending === 'end_trial' ? { trial_end: 'now' as const } : {}),
    })
    await advance(moment)
  },
})

/** Returns the payment of the newest paid invoice. */
async function latestPayment({ payments }: Provider, { subscription }: TrialPurchase): Promise<string> {
  const { invoices } = await payments.readSubscription(subscription)
  const payment = invoices.find((invoice) => invoice.payment !== null)?.payment
  if (!payment) throw new Error('No invoice has a payment.')
  return payment
}

const refunds: Step = {
  does: 'the payment is refunded in full',
  believed: 'paid',
  async run(provider, purchase) {
    const payment = await latestPayment(provider, purchase)
    const request = `${purchase.subscription}-refund`
    await provider.payments.refund(request, { request, payment, invoice: null, amount: null, comment: null })
  },
}

const winsDispute: Step = {
  does: 'the dispute is won',
  believed: 'paid',
  async run(provider, purchase) {
    const { data } = await provider.stripe.disputes.list({ payment_intent: await latestPayment(provider, purchase) })
    for (const { id } of data)
      await provider.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
  },
}

const charge = (does: string, to: 'on' | 'off', believed: string): Step => ({
  does,
  believed,
  async run({ payments }, { subscription }) {
    await payments.setCharging(subscription, to, null)
  },
})

/** The life cycles that the product must handle correctly with Stripe itself. */
export const lives: readonly Life[] = [
  { name: 'buy and renew', method: 'pm_card_visa', steps: [bought, renews('paid')] },
  {
    name: 'fail and retry',
    method: 'pm_card_visa',
    steps: [
      bought,
      useCard('pm_card_chargeCustomerFail', 'changes to a card that is declined'),
      renews('past_due'),
      paysOpen('pays the open invoice with another card'),
    ],
  },
  {
    name: '3-D Secure at renewal',
    method: 'pm_card_visa',
    steps: [
      bought,
      useCard('pm_card_authenticationRequired', 'changes to a card that asks for 3-D Secure'),
      renews('action_required'),
      paysOpen('pays the open invoice with another card'),
    ],
  },
  {
    name: 'stop',
    method: 'pm_card_visa',
    steps: [bought, charge('stops renewal', 'off', 'paid'), renews('ended')],
  },
  {
    name: 'stop and resume',
    method: 'pm_card_visa',
    steps: [bought, charge('stops renewal', 'off', 'paid'), charge('resumes', 'on', 'paid'), renews('paid')],
  },
  {
    name: 'switch during granted days, trial continues',
    method: 'pm_card_visa',
    steps: [bought, grantsWeek, switches('changes to the annual plan', 'continue_trial'), afterTheWeek],
  },
  {
    name: 'switch during granted days, trial ends',
    method: 'pm_card_visa',
    steps: [bought, grantsWeek, switches('changes to the annual plan, which ends the trial', 'end_trial')],
  },
  { name: 'refund', method: 'pm_card_visa', steps: [bought, refunds] },
  {
    name: 'dispute',
    method: 'pm_card_createDispute',
    steps: [{ ...bought, believed: 'disputed' }, winsDispute],
  },
  {
    name: 'bank debit that comes back',
    method: 'AT861904300235473202',
    steps: [
      { ...bought, does: 'buys the monthly plan by bank debit', believed: 'processing' },
      {
        does: 'a week later, the bank has returned it',
        believed: 'past_due',
        run: ({ advance }) => advance(7),
      },
    ],
  },
]

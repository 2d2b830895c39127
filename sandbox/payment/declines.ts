import type { Fault } from './refusal.ts'

const refusals: Record<string, { code: string; message: string }> = {
  card_declined: { code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: { code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

/** Stripe's error object for a card that was refused. */
export function faultOf(reason: string, chargeId?: string): Fault {
  const { code, message } = refusals[reason] ?? { code: 'generic_decline', message: 'Your card was declined.' }
  return {
    type: 'card_error',
    code: reason === 'insufficient_funds' ? 'card_declined' : reason,
    decline_code: code,
    message,
    ...(chargeId && { charge: chargeId }),
  }
}

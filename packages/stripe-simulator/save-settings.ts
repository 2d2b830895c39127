import type { Transaction } from './state/transaction.ts'
import type { Reader } from './api/form.ts'
import { invalid } from './api/refusal.ts'
import { firstDebitsFailed, nextPayments, type Settings } from './settings.ts'

const taxBehavior = ['taxBehavior', ['exclusive', 'inclusive'] as const] as const

/** Applies the settings of the form; omitted ones stay. They are stored with everything else. */
export function saveSettings(tx: Transaction, from: Reader): Settings {
  const flag = (name: keyof Settings) => (from.has(name) ? { [name]: from.flag(name) ?? false } : {})
  const days = (name: 'draftSeconds' | 'debitDays') => {
    const value = from.integer(name)
    if (value !== undefined && value < 0) throw invalid('Invalid non-negative integer', name)
    return value === undefined ? {} : { [name]: value }
  }
  const changes: Partial<Settings> = {
    ...(from.has('retryDays') && { retryDays: retryDays(from) }),
    ...(from.has('afterRetries') && {
      afterRetries: from.choice('afterRetries', ['canceled', 'unpaid', 'past_due', 'paused']) ?? 'canceled',
    }),
    ...days('draftSeconds'),
    ...days('debitDays'),
    ...flag('listensToDrafts'),
    ...flag('portalSaved'),
    ...flag('downgradeAtPeriodEnd'),
    ...flag('portalPause'),
    ...flag('pauseAtFirstFailure'),
    ...flag('resumeWhenPaid'),
    ...flag('portalUpdatesCards'),
    ...(from.has('trialUpdateBehavior') && {
      trialUpdateBehavior: from.choice('trialUpdateBehavior', ['end_trial', 'continue_trial']) ?? 'end_trial',
    }),
    ...flag('locationsRecognised'),
    ...flag('finalisationFails'),
    ...flag('unavailable'),
    ...(from.has('taxBehavior') && { taxBehavior: from.choice(...taxBehavior) ?? null }),
    ...(from.has('firstDebitPending') && {
      firstDebitPending: from.choice('firstDebitPending', ['active', 'incomplete']) ?? 'active',
    }),
    ...(from.has('firstDebitFailed') && {
      firstDebitFailed: from.choice('firstDebitFailed', firstDebitsFailed) ?? 'past_due',
    }),
    ...(from.has('nextPayment') && { nextPayment: from.choice('nextPayment', nextPayments) ?? null }),
  }
  tx.put('setting', { ...tx.get('setting', 'settings'), ...changes, id: 'settings' })
  return { ...tx.settings, ...changes }
}

/** Reads the gaps as people write them: "3, 5, 5"; none for no retries. */
function retryDays(from: Reader): number[] {
  const written = from.text('retryDays') ?? ''
  const gaps = written.split(/[\s,]+/).filter(Boolean)
  if (!gaps.every((gap) => /^\d{1,3}$/.test(gap))) throw invalid('Write whole days: 3, 5, 7', 'retryDays')
  return gaps.map(Number)
}

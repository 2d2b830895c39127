import { find, newId, type Transaction } from '../state/transaction.ts'
import { removeCustomer } from '../customers/customers.ts'
import { endSubscription, isEnded } from '../subscriptions/subscriptions.ts'
import type { TestClock } from '../state/kinds.ts'
import type { Reader } from './form.ts'
import { invalid } from './refusal.ts'
import { reading, route, type Route } from './route.ts'

const day = 86_400

/**
 * Test clocks: https://docs.stripe.com/billing/testing/test-clocks. One at a time, which the whole simulator follows.
 * Everything due until the new time is done before the next request, so that an advance is complete when it is read
 * again.
 */
export const testClockRoutes: Route[] = [
  ...reading('test_helpers/test_clocks', 'test_clock', {}),
  route('POST', 'test_helpers/test_clocks', createClock),
  route('POST', 'test_helpers/test_clocks/:id/advance', advanceClock),
  route('DELETE', 'test_helpers/test_clocks/:id', (tx, _, id) => removeClock(tx, id)),
]

function createClock(tx: Transaction, from: Reader): TestClock {
  const move = movable(tx)
  from.needed('frozen_time')
  const at = from.integer('frozen_time') ?? tx.at
  if (tx.all('test_clock').length > 0) throw invalid('The simulator has one test clock at a time: delete the other.')
  if (at < tx.at) throw invalid('The simulator’s time cannot move back.', 'frozen_time')
  move(at)
  const clock: TestClock = {
    id: newId('clock_1', 23),
    object: 'test_helpers.test_clock',
    created: at,
    deletes_after: at + 30 * day,
    frozen_time: at,
    livemode: false,
    name: from.text('name') ?? null,
    status: 'ready',
    status_details: {},
  }
  tx.put('test_clock', clock)
  return clock
}

function advanceClock(tx: Transaction, from: Reader, id: string): TestClock {
  const move = movable(tx)
  const before = find(tx, 'test_clock', id)
  from.needed('frozen_time')
  const to = from.integer('frozen_time') ?? 0
  if (to <= before.frozen_time) throw invalid('The clock must be advanced to a later time.', 'frozen_time')
  const clock: TestClock = { ...before, frozen_time: to }
  tx.put('test_clock', clock)
  move(to)
  return { ...clock, status: 'advancing', status_details: { advancing: { target_frozen_time: to } } }
}

/** Deletes its customers too, with their subscriptions: https://docs.stripe.com/api/test_clocks/delete. */
function removeClock(tx: Transaction, id: string): object {
  find(tx, 'test_clock', id)
  for (const customer of tx.all('customer').filter(({ test_clock: clock }) => clock === id)) {
    for (const one of tx.all('subscription'))
      if (one.customer === customer.id && !isEnded(one)) endSubscription(tx, one, 'cancellation_requested')
    removeCustomer(tx, customer.id)
  }
  tx.remove('test_clock', id)
  return { id, object: 'test_helpers.test_clock', deleted: true }
}

function movable({ moveClock }: Transaction): (to: number) => void {
  if (!moveClock) throw invalid('The simulator follows the shop’s clock here and has no test clocks.')
  return moveClock
}

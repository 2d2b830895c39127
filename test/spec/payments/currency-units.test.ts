import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { currencyDigits, majorUnits } from '../../../domain/catalogue/plan.ts'
import { replay } from '../../../domain/subscription/events.ts'
import type { PlanTerms } from '../../../domain/subscription/subscription.ts'
import { identityMigrations } from '../../../identity/database/migrations.ts'
import { migrate } from '../../../server/database/migrate.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { eventsOf } from '../../../server/store/subscriptions/event-log.ts'
import { migrations } from '../../../server/store/migrations.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { useCluster } from '../../support/cluster.ts'
import { monthly } from '../../support/subscriptions/given-subscription.ts'

const cluster = await useCluster()
const at = '2026-11-20T12:00:00Z'
const currencies = Intl.supportedValuesOf('currency').map((code) => code.toLowerCase())

/** What a price was stored as before: in the decimals of Node's locale data. */
const storedBefore = (price: number, currency: string) => {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return Math.round(price * 10 ** maximumFractionDigits)
}

test('stored prices of every currency keep their value in Stripe’s units, and replaying the events gives the state', async () => {
  const { '0012-currency-units': units, ...earlier } = migrations
  assert.ok(units)
  const { url, drop } = await cluster.createDatabase()
  const { db, close } = openDatabase<Tables>(url)
  await migrate(db, { ...earlier, ...identityMigrations })
  const subscriptions = currencies.map((currency, index) => ({ id: randomUUID(), currency, price: 4900 + index }))
  const termsOf = (price: number, currency: string): PlanTerms => ({
    ...monthly,
    currency,
    priceMinor: storedBefore(price, currency),
  })
  for (const { id, currency, price } of subscriptions) {
    const terms = JSON.stringify(termsOf(price, currency))
    const plan = termsOf(price - 1, currency)
    await db
      .insertInto('subscriptions')
      .values({ id, terms, status: 'active', renewal: 'on', created_at: new Date(at) })
      .execute()
    await db
      .insertInto('events')
      .values(
        [
          { type: 'SUBSCRIPTION_CREATED', data: { id, plan } },
          { type: 'INITIAL_END_DATE_SET', data: { startDate: at, endDate: at } },
          { type: 'PLAN_CHANGED', data: { plan: termsOf(price, currency), comment: 'cheaper → dearer' } },
          { type: 'COMMENT_ADDED', data: { comment: 'kept' } },
        ].map(({ type, data }, index) => ({
          subscription_id: id,
          number: index + 1,
          type,
          at: new Date(at),
          added_by: 'system',
          data: JSON.stringify(data),
        })),
      )
      .execute()
    await db
      .insertInto('orders')
      .values({
        id: randomUUID(),
        subscription_id: id,
        product: 'analytics',
        terms,
        state: 'paid',
        created_at: new Date(at),
        asked_at: new Date(at),
      })
      .execute()
  }
  const purchases = ['huf', 'usd', 'lyd'].map((currency) => ({ id: currency, terms: termsOf(4900, currency) }))
  const seal = (kind: string, records: object[]) =>
    db
      .insertInto('sealed_records')
      .values({
        id: randomUUID(),
        kind,
        content: JSON.stringify({ person: { id: 'one' }, records }),
        sealed_at: new Date(at),
        keep_until: new Date(at),
      })
      .execute()
  await seal('purchases', purchases)
  await seal('checks', [{ outcome: 'PASS' }])

  assert.deepEqual(await migrate(db, { ...migrations, ...identityMigrations }), ['0012-currency-units'])

  for (const { id, currency, price } of subscriptions) {
    const subscription = await db.selectFrom('subscriptions').select('terms').where('id', '=', id).executeTakeFirst()
    const order = await db.selectFrom('orders').select('terms').where('subscription_id', '=', id).executeTakeFirst()
    assert.equal(subscription?.terms.priceMinor, price * 10 ** currencyDigits(currency), currency)
    assert.deepEqual(order?.terms, subscription.terms)
    const events = await eventsOf(db, id)
    assert.deepEqual(replay(events)?.plan, subscription.terms)
    assert.equal(majorUnits(replay(events.slice(0, 1))?.plan.priceMinor ?? 0, currency), price - 1, currency)
    assert.deepEqual(events.at(-1)?.data, { comment: 'kept' })
  }
  const sealed = await db.selectFrom('sealed_records').select(['kind', 'content']).orderBy('kind').execute()
  assert.deepEqual(
    sealed.map(({ content }) => content),
    [
      { person: { id: 'one' }, records: [{ outcome: 'PASS' }] },
      {
        person: { id: 'one' },
        records: purchases.map(({ id, terms }) => ({ id, terms: { ...terms, priceMinor: 490_000 } })),
      },
    ],
  )
  await close()
  await drop()
})

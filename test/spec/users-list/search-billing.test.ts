import assert from 'node:assert/strict'
import { test } from 'vitest'
import { idOf, read } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

async function found(search: string): Promise<string[]> {
  const rows = await read<{ subscriber: { email: string } }[]>(
    administrator,
    `/api/v1/subscriptions?search=${encodeURIComponent(search)}`,
  )
  return rows.map(({ subscriber }) => subscriber.email)
}

test('a search for the number of an invoice or an id of the billing provider finds the person', async () => {
  const { email } = await givenASubscriber(shop, 'analytics-monthly')
  await givenASubscriber(shop, 'analytics-monthly')
  await shop.catchUp()
  const id = await idOf(shop, email)
  const [row] = await shop.sql<Record<'customer' | 'subscription' | 'payment' | 'invoice' | 'number', string>>(
    `select s.payment_customer as customer, o.provider_subscription as subscription, p.payment, p.invoice,
       p.invoice_number as number
     from subscribers s join subscriptions o on o.subscriber_id = s.id join payments p on p.subscription_id = o.id
     where s.id = $1`,
    [id],
  )
  assert.ok(row)
  for (const reference of [...Object.values(row), row.number.toLowerCase(), ` ${row.invoice} `])
    assert.deepEqual(await found(reference), [email], reference)
  assert.deepEqual(await found('in_nobody12345'), [])
  assert.deepEqual(await found('NOBODY-0001'), [])
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Stripe } from 'stripe'
import { useCluster } from '../../../../test/support/cluster.ts'
import { givenAProvider } from '../../../../test/support/servers/given-provider.ts'
import { createCustomer, updateCustomer } from './customers.ts'

const jane = {
  subscriberId: 'p-1',
  email: 'jane@example.com',
  name: 'Jane Doe',
  company: 'Example Ltd',
  country: 'GB',
  state: null,
  language: 'en',
  address: null,
  vatId: null,
} as const

test('a customer whose creation was answered with 500 is used by the next attempt; another person gets their own', async () => {
  const { stripe, faults } = await givenAProvider(await useCluster())
  faults.refusal = ({ method }) =>
    method === 'POST' ? { status: 500, message: 'Something went wrong.', done: true } : undefined
  await assert.rejects(createCustomer(stripe, 'customer-1-0', jane), { statusCode: 500 })
  faults.refusal = () => undefined
  const { customer } = await createCustomer(stripe, 'customer-1-1', jane)
  const { data } = await stripe.customers.list()
  assert.deepEqual(
    data.map(({ id }) => id),
    [customer],
  )
  const other = await createCustomer(stripe, 'customer-2-0', { ...jane, subscriberId: 'p-2' })
  assert.notEqual(other.customer, customer)
})

test('a name of more than 150 characters is cut, also on a change; Stripe would refuse it', async () => {
  const { stripe } = await givenAProvider(await useCluster())
  // One character beyond U+FFFF counts once.
  const name = `${'J'.repeat(99)} ${'𝔻'.repeat(99)}`
  const cut = `${'J'.repeat(99)} ${'𝔻'.repeat(50)}`
  await assert.rejects(stripe.customers.create({ individual_name: name }), { param: 'individual_name' })
  const { customer } = await createCustomer(stripe, 'customer-3-0', { ...jane, name })
  const stored = async () => ((await stripe.customers.retrieve(customer)) as Stripe.Customer).individual_name
  assert.equal(await stored(), cut)
  await updateCustomer(stripe, customer, { ...jane, name: `J${name.slice(2)}` })
  assert.equal(await stored(), `J${cut.slice(2)}𝔻`)
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, givenAShop, runFromSources, type TestShop } from '../../support/given.ts'
import { statementsOf } from '../../support/statements.ts'

// The statements are counted where this process hands them to pg.
runFromSources()
const shop: TestShop = await givenAShop()

test('a registration needs one statement for each decision, and one for rows written together', async () => {
  const visitor = shop.visitor()
  const register = async (email: string) => {
    const headers = { 'x-selected-product': 'analytics-trial' }
    assert.equal((await visitor.post('/api/v1/users', aRegistration({ email }), headers)).status, 201)
  }
  await register('first@northwind.example')
  await shop.catchUp()
  const statements = await statementsOf(() => register('second@northwind.example'))
  const answered = statements.slice(0, statements.indexOf('commit') + 1)
  assert.deepEqual(answered, [
    'rate_limits',
    'cleared_domains',
    'begin',
    'subscribers',
    'subscribers accounts administrator_addresses',
    'identity_accounts',
    'rate_limits',
    'identity_accounts',
    'identity_links',
    'jobs activities subscribers',
    'messages',
    'screening_checks acceptances trial_tokens',
    'commit',
  ])
})

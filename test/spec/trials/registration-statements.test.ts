import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aRegistration, givenAShop, runFromSources, type TestShop } from '../../support/given.ts'
import { statementsOf } from '../../support/statements.ts'

// The statements are counted when this process passes them to pg.
runFromSources()
const shop: TestShop = await givenAShop()

test('a new registration writes each table once, and reads only what decides', async () => {
  const visitor = shop.visitor()
  const register = async () => {
    const headers = { 'x-selected-product': 'analytics-trial' }
    assert.equal((await visitor.post('/api/v1/users', aRegistration(), headers)).status, 201)
  }
  await register()
  await shop.catchUp()
  const statements = await statementsOf(register)
  const committed = statements.slice(0, statements.indexOf('commit') + 1)
  assert.deepEqual(committed, [
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
    'screening_checks',
    'acceptances',
    'trial_tokens',
    'commit',
  ])
})

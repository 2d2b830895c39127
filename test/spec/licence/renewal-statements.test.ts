import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop, runFromSources, type TestShop } from '../../support/given.ts'
import { statementsOf } from '../../support/statements.ts'
import { givenAProgram } from '../../support/licence/given-program.ts'

// The statements are counted when this process passes them to pg.
runFromSources()
const shop: TestShop = await givenAShop()

test('a renewal uses one statement for each decision, and no transaction', async () => {
  const { program } = await givenAProgram(shop)
  await program.renew()
  await shop.catchUp()
  const statements = await statementsOf(async () => assert.equal((await program.renew()).status, 200))
  assert.deepEqual(statements, ['devices', 'rate_limits', 'subscribers', 'devices'])
})

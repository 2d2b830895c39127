import assert from 'node:assert/strict'
import pg from 'pg'
import { test } from 'vitest'
import { aRegistration, givenAShop, runFromSources, type TestShop } from '../../support/given.ts'

// The statements are counted where this process hands them to pg.
runFromSources()
const shop: TestShop = await givenAShop()

/** Statements that background jobs send at intervals, whether or not a person registers. */
const background = /^(?:update jobs set leased_until|select 1 from messages|select id from webhook_endpoints)/
const written = /(?:insert into|(?<!do )update|delete from) "?(?!skip)(\w+)"?|from "?(\w+)"? |^(begin|commit)/g

/** Returns the tables of each statement that is sent while `work` runs. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const texts: string[] = []
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
    const [first] = all as [string | { text: string }]
    texts.push((typeof first === 'string' ? first : first.text).replaceAll(/\s+/g, ' ').trim())
    return Reflect.apply(query, this, all)
  } as typeof query
  await work().finally(() => (pg.Client.prototype.query = query))
  const tablesIn = (text: string) =>
    [...text.matchAll(written)].map(([, changed, read, other]) => changed ?? read ?? other)
  return texts.filter((text) => !background.test(text)).map((text) => [...new Set(tablesIn(text))].join(' '))
}

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

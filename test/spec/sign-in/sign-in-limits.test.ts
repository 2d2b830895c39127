import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { atTheHour, givenAShop, givenATrialUser, password, signIn, whoIs } from '../../support/given.ts'
import { createVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
/** With the limits of production. */
const shop = await givenAShop({ RATE_LIMIT_FACTOR: '1', ...atTheHour }, cluster)

const lines = () =>
  shop.log
    .flatMap((chunk) => chunk.split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === 'sign-in' || event === 'access')

async function guess(visitor = shop.visitor(), email: string, times = 10): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push((await signIn(visitor, email, `guessed ${i} by a stranger`)).status)
  return statuses
}

test('only wrong passwords count: a person who signs in often is never refused', async () => {
  const { email } = await givenATrialUser(shop)
  for (let i = 0; i < 12; i += 1) {
    const visitor = shop.visitor()
    await signIn(visitor, email)
    assert.equal(await whoIs(visitor), email, `time ${i}`)
  }
})

test('a stranger who guesses ten times does not lock the owner out of browsers used before', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  visitor.cookies.delete('session')
  visitor.cookies.delete('identity-session')
  visitor.cookies.delete('identity-session.sig')
  assert.deepEqual(new Set(await guess(undefined, email)), new Set([400]))
  const stranger = shop.visitor()
  assert.equal((await signIn(stranger, email, password)).status, 429, 'the stranger’s budget is used up')
  await signIn(visitor, email)
  assert.equal(await whoIs(visitor), email)
})

test('guesses made at the same time all count', async () => {
  const { email } = await givenATrialUser(shop)
  const guesses = Array.from({ length: 15 }, (_, i) => signIn(shop.visitor(), email, `guessed ${i} by a stranger`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 400).length, 10, statuses.join(' '))
  assert.equal(statuses.filter((status) => status === 429).length, 5, statuses.join(' '))
})

test('attempts refused because an account is locked leave the budget of their network to others', async () => {
  const { email } = await givenATrialUser(shop)
  const other = await givenATrialUser(shop)
  assert.deepEqual(new Set(await guess(undefined, email)), new Set([400]))
  assert.deepEqual(new Set(await guess(undefined, email, 100)), new Set([429]))
  const colleague = shop.visitor()
  await signIn(colleague, other.email)
  assert.equal(await whoIs(colleague), other.email)
})

test('a refused sign-in states when to try again', async () => {
  const { email } = await givenATrialUser(shop)
  await guess(undefined, email)
  const refused = await signIn(shop.visitor(), email)
  assert.equal(refused.status, 429)
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds > 0 && seconds <= 900, String(seconds))
  const minutes = Math.ceil(seconds / 60)
  assert.ok((await refused.text()).includes(`try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`))
})

test('a known browser has a separate budget, which ends too', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  visitor.cookies.delete('session')
  visitor.cookies.delete('identity-session')
  visitor.cookies.delete('identity-session.sig')
  await guess(visitor, email)
  assert.equal((await signIn(visitor, email)).status, 429)
  const other = shop.visitor()
  await signIn(other, email)
  assert.equal(await whoIs(other), email, 'the account’s own budget is untouched')
})

test('the cookie of a known browser is invalid for another account, or if it was changed', async () => {
  const [owner, other] = [await givenATrialUser(shop), await givenATrialUser(shop)]
  const cookie = owner.visitor.cookies.get('identity-browser') ?? assert.fail('no cookie')
  const [, browser = '', signature = ''] = cookie.split('.')
  const foreign = other.visitor.cookies.get('identity-browser')?.split('.')[0] ?? ''
  await guess(undefined, other.email)
  for (const value of [cookie, `${foreign}.${browser}.${signature}`, `${foreign}.${browser}.`, `${foreign}..`]) {
    const visitor = shop.visitor()
    visitor.cookies.set('identity-browser', value)
    assert.equal((await signIn(visitor, other.email)).status, 429, value)
  }
})

test('the log records account and network of a refused sign-in, without personal data', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const [account] = await shop.sql<{ id: string }>('select id from identity_accounts where email = $1', [email])
  const before = lines().length
  await guess(undefined, email, 1)
  await guess(undefined, 'nobody@nowhere.example', 1)
  await signIn(shop.visitor(), email)
  assert.equal((await visitor.get('/api/v1/subscriptions')).status, 403)
  const [wrong, unknown, right, refused] = lines().slice(before)
  assert.deepEqual([wrong?.['outcome'], wrong?.['account']], ['refused', account?.id])
  assert.deepEqual([unknown?.['outcome'], unknown?.['account']], ['refused', null])
  assert.deepEqual([right?.['outcome'], right?.['account']], ['done', account?.id])
  assert.match(String(wrong?.['network']), /^[\w-]{16}$/)
  assert.equal(wrong?.['network'], unknown?.['network'])
  assert.deepEqual([refused?.['event'], refused?.['outcome']], ['access', 'refused'])
  assert.match(String(refused?.['account']), /^[0-9a-f-]{36}$/)
  assert.doesNotMatch(JSON.stringify(lines()), /@|127\.0\.0\.1|::1/)
})

test('beyond a few hundred sign-ins, a network can begin no more, and nothing of them is stored', async () => {
  const count = async () =>
    (await shop.sql<{ n: number }>("select count(*)::int as n from identity_objects where kind = 'Interaction'"))[0]?.n
  const begun = await createVisitor(shop.url).get('/api/v1/login?redirect_url=/')
  const address = begun.headers.get('location') ?? ''
  await shop.sql('update rate_limits set count = 300 where count < 300')
  const before = await count()
  const statuses = new Set<number>()
  for (let i = 0; i < 5; i += 1) statuses.add((await fetch(address, { redirect: 'manual' })).status)
  assert.deepEqual(statuses, new Set([429]))
  assert.equal(await count(), before)
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { givenAShop, password, signIn, whoIs, type TestShop } from '../../support/given.ts'

const cluster = await useCluster()
const nobody = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }

const linksOf = ({ said }: TestShop) => said.flatMap((line) => /https?:\/\/\S+\/identity\/activate\S+/.exec(line) ?? [])

async function isAdministrator(visitor: ReturnType<TestShop['visitor']>): Promise<boolean> {
  return (await visitor.get('/api/v1/subscriptions')).status === 200
}

test('the first start prints a link that creates the administrator, once, with the address of ADMIN_EMAIL', async () => {
  const boss = { ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: '' }
  const shop = await givenAShop({ ...boss, CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  const [link = ''] = linksOf(shop)
  assert.ok(link.startsWith(shop.url))
  assert.ok(!shop.said.some((line) => /password \S{16}/.test(line)), 'no password is printed')
  const visitor = shop.visitor()
  const form = await visitor.form(link)
  const arrived = await visitor.submit(form, { password })
  assert.equal(new URL(arrived.url).pathname, '/administration/users')
  assert.equal(await isAdministrator(visitor), true)
  assert.equal((await shop.visitor().form(link)).status, 410)
  assert.equal(await whoIs(visitor), boss.ADMIN_EMAIL)
  const other = shop.visitor()
  await signIn(other, boss.ADMIN_EMAIL)
  assert.equal(await isAdministrator(other), true)
  await shop.restart()
  assert.equal(linksOf(shop).length, 1, 'a later start prints none')
})

test('the link is valid for a day, and each start prints another until one was used', async () => {
  const shop = await givenAShop({ ...nobody, CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
  await shop.advanceTo('2026-11-21T11:59:00Z')
  assert.equal((await shop.visitor().form(linksOf(shop)[0] ?? '')).status, 200)
  await shop.advanceTo('2026-11-21T12:01:00Z')
  assert.equal((await shop.visitor().form(linksOf(shop)[0] ?? '')).status, 410)
  await shop.restart()
  await shop.restart()
  const [, second = '', third = ''] = linksOf(shop)
  assert.equal((await shop.visitor().form(second)).status, 410)
  const visitor = shop.visitor()
  await visitor.submit(await visitor.form(third), { password })
  assert.equal(await isAdministrator(visitor), true)
})

test('a sandbox prints a read-only key with the link, and replaces both at each start until the link is used [10.86]', async () => {
  const shop = await givenAShop(nobody, cluster)
  const keys = () => shop.said.flatMap((line) => /\btill_\w+/.exec(line) ?? [])
  const [first = ''] = keys()
  const statusFor = async (key: string, path: string, method = 'GET') =>
    (await fetch(`${shop.url}${path}`, { method, headers: { authorization: `Bearer ${key}` } })).status
  for (const path of ['/api/v1/subscriptions', '/api/v1/events']) assert.equal(await statusFor(first, path), 200, path)
  assert.equal(await statusFor(first, '/api/v1/webhooks'), 403)
  assert.ok(!shop.log.some((line) => line.includes(first)), 'it is in no log')
  await shop.restart()
  const [, second = ''] = keys()
  assert.deepEqual([await statusFor(first, '/api/v1/events'), await statusFor(second, '/api/v1/events')], [401, 200])
  const visitor = shop.visitor()
  await visitor.submit(await visitor.form(linksOf(shop)[1] ?? ''), { password })
  await shop.restart()
  assert.equal(keys().length, 2, 'a later start prints none')
  assert.equal(await statusFor(second, '/api/v1/events'), 200)
  const production = await givenAShop({ ...nobody, NODE_ENV: 'production', SANDBOX: 'allow' }, cluster)
  assert.ok(!production.said.some((line) => line.includes('till_')), 'in production none is printed')
})

test('a common ADMIN_PASSWORD stops the start, with a sentence that names the variable', async () => {
  const common = { ADMIN_PASSWORD: 'Password2024!' }
  await assert.rejects(givenAShop(common, cluster), /^Error: ADMIN_PASSWORD: .*(guess|email)/)
})

import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { paths } from '../../../contract/screens.ts'
import { screeningWords } from '../../../i18n/en/admin/screening/screening.ts'
import { aConsolidatedList, aDpl, givenAFolder, manyNames } from '../../support/screening/given-lists.ts'
import { eventually, givenAnAdministrator, givenAShop, type TestShop } from '../../support/given.ts'

const day = 86_400_000
const csl = 'US Consolidated Screening List'
const dpl = 'BIS Denied Persons List'

type Lists = { lists: { name: string; age: number | null; old: boolean; fetchedAt: string | null }[] }
/** Days pass and sessions end, so each check signs in again. */
const read = async (shop: TestShop, path: string) => (await (await givenAnAdministrator(shop)).get(path)).json()
const listsOf = async (shop: TestShop) => ((await read(shop, '/api/v1/screening')) as Lists).lists
const oldCount = async (shop: TestShop) => ((await read(shop, '/api/v1/queue')) as { oldLists: number }).oldLists
const currentAt = (shop: TestShop, list: string, seconds: number) =>
  eventually(`${list} as of ${seconds}`, async () => {
    const [row] = await shop.sql<{ at: Date }>(
      'select confirmed_at as at from screening_lists where name = $1 and retired_at is null',
      [list],
    )
    return row !== undefined && Math.floor(row.at.getTime() / 1000) === Math.floor(seconds)
  })
const alarms = async (shop: TestShop) =>
  (await shop.mails()).filter(({ subject }) => /out of date|veraltet/.test(subject))
const metric = async (shop: TestShop, name: string, list: string) => {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  return text
    .split('\n')
    .find((line) => line.startsWith(`${name}{list="${list}"}`))
    ?.split(' ')
    .at(-1)
}
const after = (days: number) => new Date(Date.now() + days * day).toISOString()

test('administrators are emailed once about each list older than three days, and again after it was current', async () => {
  const folder = givenAFolder()
  folder.put('csl.csv', aConsolidatedList(manyNames(5)))
  const file = folder.put('dpl.txt', aDpl([{ name: 'Jane Doe' }]))
  const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.05' })
  await shop.catchUp()
  assert.deepEqual(
    (await listsOf(shop)).map(({ name, age, old, fetchedAt }) => [name, age, old, fetchedAt]),
    [
      [dpl, 0, false, null],
      [csl, 0, false, null],
    ],
  )

  // Three days later one of the files has a new time but the same content, because nothing new was published.
  await shop.advanceTo(after(2))
  const touched = Date.now() / 1000 + 2 * 86_400
  utimesSync(file, touched, touched)
  await currentAt(shop, dpl, touched)
  await shop.advanceTo(after(3.1))
  assert.deepEqual(
    (await listsOf(shop)).map(({ name, age, old }) => [name, age, old]),
    [
      [dpl, 1, false],
      [csl, 3, true],
    ],
  )
  assert.equal(await oldCount(shop), 1)
  const administrator = await givenAnAdministrator(shop)
  for (const path of [paths.overview, paths.audit])
    assert.ok((await (await administrator.get(path)).text()).includes(screeningWords.old.notice(1)), path)
  const [alarm, ...others] = await alarms(shop)
  assert.equal(others.length, 0)
  assert.equal(alarm?.to.includes('admin@shop.example'), true)
  assert.match(alarm.text, /US Consolidated Screening List: 3 days old/)
  assert.doesNotMatch(alarm.text, /Denied Persons/)
  assert.ok(Number(await metric(shop, 'screening_list_age_seconds', csl)) > 3 * 86_400)
  assert.ok(Number(await metric(shop, 'screening_list_age_seconds', dpl)) < 2 * 86_400)

  await shop.advanceTo(after(4))
  assert.equal((await alarms(shop)).length, 1, 'the same list is no news')
  await shop.advanceTo(after(6))
  const second = (await alarms(shop))[0]
  assert.match(second?.text ?? '', /Denied Persons List: 4 days old/)
  assert.doesNotMatch(second?.text ?? '', /Consolidated/)

  writeFileSync(join(folder.path, 'csl.csv'), aConsolidatedList(manyNames(6)))
  const fresh = Date.now() / 1000 + 6 * 86_400
  utimesSync(join(folder.path, 'csl.csv'), fresh, fresh)
  await currentAt(shop, csl, fresh)
  await shop.advanceTo(after(6.1))
  assert.equal(await oldCount(shop), 1)
  await shop.advanceTo(after(10))
  assert.equal((await alarms(shop)).length, 3)
  assert.match((await alarms(shop))[0]?.text ?? '', /Consolidated/)
})

test('a list is as old as the last answer of its publisher, and the sandbox’s sample has no age', async () => {
  const folder = givenAFolder()
  const file = folder.put('dpl.txt', aDpl([{ name: 'Jane Doe' }]))
  utimesSync(file, 1_700_000_000, 1_700_000_000)
  folder.put('.fetched.json', JSON.stringify({ [dpl]: { checked: new Date().toISOString() } }))
  const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.05' })
  await shop.catchUp()
  const [list] = await listsOf(shop)
  assert.deepEqual([list?.age, list?.old], [0, false])
  const asked = Number(await metric(shop, 'screening_list_fetched_timestamp_seconds', dpl))
  assert.ok(Math.abs(asked - Date.now() / 1000) < 600)
  assert.deepEqual(await alarms(shop), [])

  const sandbox = await givenAShop()
  await sandbox.advanceTo(after(30))
  const [sample] = await listsOf(sandbox)
  assert.deepEqual([sample?.age, sample?.old], [null, false])
  assert.deepEqual(await alarms(sandbox), [])
})

test('the support address is emailed about an old list if there are no administrators', async () => {
  const folder = givenAFolder()
  folder.put('dpl.txt', aDpl([{ name: 'Jane Doe' }]))
  const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.05' })
  await shop.catchUp()
  await shop.sql("update identity_accounts set role = null where role = 'SUBSCRIPTION_ADMIN'")
  await shop.advanceTo(after(3.1))
  const [alarm, ...others] = await alarms(shop)
  assert.match(alarm?.to ?? '', /^support@/)
  assert.equal(others.length, 0)
})

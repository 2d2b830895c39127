import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { openRecord } from '../../../server/store/subscribers/sealed-records.ts'
import { forget } from '../../support/admin/admin-page.ts'
import { atTheHour, givenAnAdministrator, givenAShop, givenATrialUser, testSealing } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const download = '/api/v1/download/analytics'

const idOf = async (email: string) =>
  (await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email]))[0]?.id ?? ''
const rowsOf = (email: string) =>
  shop.sql<{ occasion: string; outcome: string; repeats: number; last_checked_at: Date | null }>(
    'select c.* from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 order by at, c.id',
    [email],
  )

type Check = { id: string; occasion: string; repeats: number; lastCheckedAt: string | null }
async function pageOfChecks(path: string) {
  const answer = await administrator.get(path)
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
  return { checks: (await answer.json()) as Check[], next }
}

/** Stores as many checks as a person causes who repeats a request again and again. */
const leaveChecks = (email: string, amount: number) =>
  shop.sql(
    `insert into screening_checks (id, subscriber_id, at, occasion, outcome, lists, reasons, decided_by)
     select gen_random_uuid(), s.id, s.registered_at + n * interval '1 second', 'download', 'PASS', '[]', '[]', 'system'
     from subscribers s, generate_series(1, $2::int) n where email = $1`,
    [email, amount],
  )

describe('the evidence of downloads', () => {
  test('stores identical checks in one row with their number and the latest time', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const before = await rowsOf(email)
    for (let asked = 0; asked < 30; asked += 1) assert.equal((await visitor.get(download)).status, 200)
    const after = await rowsOf(email)
    assert.equal(after.length, before.length)
    assert.deepEqual(
      after.map(({ repeats }) => repeats),
      [...before.slice(1).map(() => 0), 30],
    )
    const { checks } = await pageOfChecks(`/api/v1/subscribers/${await idOf(email)}/checks`)
    assert.equal(checks[0]?.repeats, 30)
    assert.ok(checks[0].lastCheckedAt)
  })

  test('gains a row for a check with another result, which puts the person on hold', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    await visitor.get(download)
    const before = await rowsOf(email)
    await shop.sql("update subscribers set company = 'Blackwater Meridian' where email = $1", [email])
    assert.equal((await visitor.get(download)).status, 403)
    const after = await rowsOf(email)
    assert.equal(after.length, before.length + 1)
    assert.deepEqual([after.at(-1)?.occasion, after.at(-1)?.outcome], ['download', 'PENDING'])
  })

  test('gains nothing from the confirmation page, which screens no one [10.19]', async () => {
    const { visitor } = await givenATrialUser(shop)
    await unchanged(shop, async () => {
      const page = await visitor.get('/plans/analytics-trial/confirmation')
      assert.equal(page.status, 200)
      assert.match(await page.text(), /parallax-analytics-setup\.exe/)
    })
  })

  test('limits the links of one person per hour with 429, and not those of others', async () => {
    const strict = await givenAShop({ RATE_LIMIT_FACTOR: '1', ...atTheHour })
    const { visitor } = await givenATrialUser(strict)
    const statuses: number[] = []
    // A few at a time: a request that waits too long for a database connection gets a 503.
    while (statuses.length < 121)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 11 }, async () => (await visitor.get(download)).status))),
      )
    assert.deepEqual(
      [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
      [120, 1],
    )
    assert.equal((await (await givenATrialUser(strict)).visitor.get(download)).status, 200)
  })
})

describe('many checks of one person', () => {
  test('are read page by page [10.18]', async () => {
    const { email } = await givenATrialUser(shop)
    await leaveChecks(email, 250)
    const all = (await rowsOf(email)).length
    const seen: string[] = []
    const sizes: number[] = []
    for (let path: string | null = `/api/v1/subscribers/${await idOf(email)}/checks`; path !== null;) {
      const { checks, next }: Awaited<ReturnType<typeof pageOfChecks>> = await pageOfChecks(path)
      seen.push(...checks.map(({ id }) => id))
      sizes.push(checks.length)
      path = next
    }
    assert.deepEqual(sizes, [100, 100, all - 200])
    assert.equal(new Set(seen).size, all)
    for (const query of ['limit=0', 'limit=501', 'cursor=x', 'other=1']) {
      const answer = await administrator.get(`/api/v1/subscribers/${await idOf(email)}/checks?${query}`)
      assert.equal(answer.status, 400, query)
    }
  })

  test('are all kept as evidence when the person is erased, however many', async () => {
    const { email } = await givenATrialUser(shop)
    await leaveChecks(email, 1200)
    const [id, all] = [await idOf(email), (await rowsOf(email)).length]
    const preview = (await (await administrator.get(`/api/v1/subscribers/${id}/forget-preview`)).json()) as {
      sealed: { kind: string; count: number }[]
    }
    assert.equal(preview.sealed.find(({ kind }) => kind === 'checks')?.count, all)
    assert.equal((await forget(administrator, id)).status, 204)
    const sealed = await shop.sql<{ id: string; content: unknown }>(
      `select id, content from sealed_records where kind = 'checks' and content ->> 'subscriber' = $1`,
      [id],
    )
    const pieces = sealed.map((row) => openRecord(testSealing, row.id, row.content).records.length)
    assert.ok(pieces.length > 1 && pieces.every((amount) => amount <= 500))
    assert.equal(
      pieces.reduce((sum, amount) => sum + amount, 0),
      all,
    )
  })
})

import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { majorUnits } from '../../../domain/catalogue/plan.ts'
import { replay } from '../../../domain/subscription/events.ts'
import type { Fixture } from '../../../scripts/fixture/states.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { eventsOf } from '../../../server/store/subscriptions/event-log.ts'
import { findSubscription } from '../../../server/store/subscriptions/subscriptions.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { act, read } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenAnAdministrator, givenAShop, signIn, whoIs, type TestShop } from '../../support/given.ts'
import { heldBy } from '../../support/billing/given-buyer.ts'
import type { TestVisitor } from '../../support/visitor.ts'

const cluster = await useCluster()
const fixtures = join(import.meta.dirname, '../../fixtures')

/** The address of every request to the payment simulator. */
const requests: string[] = []
subscribe('http.server.request.start', (message) => {
  const { url = '' } = (message as { request: IncomingMessage }).request
  if (url.startsWith('/v1/')) requests.push(url)
})

/** Starts the current version on a database as a released version left it. */
async function upgraded(file: string): Promise<{ shop: TestShop; fixture: Fixture }> {
  const sql = readFileSync(join(fixtures, file), 'utf8')
  const fixture = JSON.parse(/^-- (\{.*)$/m.exec(sql)?.[1] ?? '') as Fixture
  const database = await cluster.createDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(sql)
  await client.end()
  // Without files, the lists that the database keeps stay in force, so that no result changes.
  const lists = mkdtempSync(join(tmpdir(), 'tillhouse-lists-'))
  after(() => rmSync(lists, { recursive: true, force: true }))
  const shop = await givenAShop(
    // The clock continues from the latest moment in the data.
    { DATABASE_URL: database.url, CLOCK_START: '2026-01-01T00:00:00Z', SCREENING_DIR: lists, SCREENING_SETTLE: '0.1' },
    cluster,
  )
  return { shop, fixture }
}

/** All pages of a list of the admin area. */
async function readAll<T>(administrator: TestVisitor, address: string): Promise<T[]> {
  const all: T[] = []
  for (let next: string | undefined = address; next !== undefined;) {
    const answer = await administrator.get(next)
    assert.equal(answer.status, 200, next)
    all.push(...((await answer.json()) as T[]))
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  return all
}

for (const file of globSync('database-*.sql', { cwd: fixtures }).toSorted()) {
  const { shop, fixture } = await upgraded(file)
  const authors = await shop.sql<{ email: string; kept: string | null }>(
    `select distinct lower("by") as email, k.email as kept
     from audit join accounts a on lower(a.email) = lower("by")
     left join administrator_addresses k on k.account_id = a.id and k.email = lower("by")`,
  )
  const administrator = await givenAnAdministrator(shop)

  describe(`a shop upgraded with ${file}`, () => {
    test('is ready', async () => {
      assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
    })

    test('knows which account acted under which address before', () => {
      assert.notDeepEqual(authors, [])
      for (const { email, kept } of authors) assert.equal(kept, email)
    })

    test('lists the same people, and their subscriptions in the same states', async () => {
      type Row = { id: string | null; status: string; endDate: string | null; plan: { name: string } }
      const people = await readAll<{ email: string }>(administrator, '/api/v1/subscribers?limit=10')
      assert.deepEqual(people.map(({ email }) => email).toSorted(), fixture.subscribers)
      const rows = await readAll<Row>(administrator, '/api/v1/subscriptions?include=subscribers&limit=10')
      const listed = rows.filter((row): row is Row & { id: string } => row.id !== null)
      assert.ok(rows.length > listed.length, 'a subscriber without a subscription has a row too')
      const found: Record<string, unknown> = {}
      for (const { id, plan, status, endDate } of listed) {
        const events = await read<unknown[]>(administrator, `/api/v1/subscriptions/events/${id}`)
        found[id] = { plan: plan.name, status, endDate, events: events.length, listed: true }
      }
      const expected = Object.entries(fixture.subscriptions)
        .filter(([, state]) => state.listed)
        .map(([id, { price: _price, ...state }]) => [id, state])
      assert.deepEqual(found, Object.fromEntries(expected))
    })

    test('keeps prices, and events that replay to the stored state, those of erased people included', async () => {
      const { db, close } = openDatabase<Tables>(shop.databaseUrl)
      try {
        for (const [id, { events, price }] of Object.entries(fixture.subscriptions)) {
          const { subscriberId: _whose, ...stored } = (await findSubscription(db, id)) ?? assert.fail(id)
          const history = await eventsOf(db, id)
          assert.equal(history.length, events, id)
          assert.deepEqual(replay(history), stored, id)
          assert.equal(majorUnits(stored.plan.priceMinor, stored.plan.currency), price, id)
        }
      } finally {
        await close()
      }
    })

    test('returns every list and every person to administrators', async () => {
      for (const page of ['users', 'reviews', 'screening', 'mails'])
        assert.equal((await administrator.get(`/administration/${page}`)).status, 200, page)
      for (const call of ['reviews', 'matters', 'audit', 'screening', 'mails/undelivered'])
        assert.notDeepEqual(await read(administrator, `/api/v1/${call}`), [], call)
      for (const { id, email } of await readAll<{ id: string; email: string }>(administrator, '/api/v1/subscribers')) {
        assert.equal((await administrator.get(`/administration/users/${id}`)).status, 200, email)
        for (const call of [`subscribers/${id}`, `subscribers/${id}/checks`, `subscribers/${id}/forget-preview`])
          await read(administrator, `/api/v1/${call}`)
      }
      for (const report of ['csv', 'screening'])
        assert.equal((await administrator.get(`/api/v1/export/${report}`)).status, 200, report)
    })

    test('keeps a subscriber signed in and accepts their password', async () => {
      const { email, cookies } = fixture.signedIn
      const visitor = shop.visitor()
      for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value)
      assert.equal(await whoIs(visitor), email)
      const again = shop.visitor()
      await signIn(again, email)
      for (const one of [visitor, again]) {
        assert.ok((await heldBy(one)).length > 0)
        const page = await one.get('/account')
        assert.equal(page.status, 200)
        assert.match(await page.text(), /Parallax Analytics, monthly/)
        assert.equal((await one.get('/api/v1/account/export')).status, 200)
      }
    })

    test('sends the waiting mails, and one that was given up when an administrator retries it', async () => {
      await shop.advanceTo(new Date(Date.parse(fixture.latest) + 15 * 60_000).toISOString())
      const sent = async () =>
        (await shop.mails())
          .filter(({ subject }) => subject.startsWith('A mail '))
          .map(({ to, subject }) => `${subject} to ${to}`)
          .toSorted()
      const expected = fixture.mails.map(({ to, subject }) => `${subject} to ${to}`)
      assert.deepEqual(await sent(), expected.toSorted())
      const [lost] = await read<{ id: string; to: string; subject: string }[]>(
        administrator,
        '/api/v1/mails/undelivered?state=given-up',
      )
      assert.deepEqual({ to: lost?.to, subject: lost?.subject }, fixture.givenUp)
      assert.equal((await act(administrator, `/api/v1/mails/retry/${lost?.id}`, {})).status, 204)
      await shop.catchUp()
      assert.deepEqual(await sent(), [...expected, `${lost?.subject} to ${lost?.to}`].toSorted())
    })

    test('runs every queued billing task and completes the erasure log', async () => {
      await shop.catchUp()
      assert.deepEqual(
        fixture.objects.filter((object) => !requests.some((url) => url.includes(object))),
        [],
      )
      assert.match(readFileSync(join(shop.dataDir, 'forgotten.ledger'), 'utf8'), new RegExp(fixture.forgotten))
    })
  })
}

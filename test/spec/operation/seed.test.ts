import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, test } from 'vitest'
import pg from 'pg'
import { createScreener } from '../../../domain/screening/screening.ts'
import { subscriptionEvent } from '../../../domain/subscription/events.ts'
import { cleared, type PlanTerms } from '../../../domain/subscription/subscription.ts'
import { run, type Outcome } from '../../../scripts/run.ts'
import { createEmailDomains } from '../../../server/screening/email-domains.ts'
import { sampleLists } from '../../../server/screening/sample.ts'
import { readOperatorFiles } from '../../../server/operator-files.ts'
import { readConfig } from '../../../server/app/config/config.ts'
import { asPerson, type Subscriber } from '../../../server/store/subscribers/subscribers.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { useCluster } from '../../support/cluster.ts'
import { read } from '../../support/admin/admin-page.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { replay } from '../../support/subscriptions/replay.ts'
import { givenAnAdministrator, givenAShop, secret } from '../../support/given.ts'

const cluster = await useCluster()
const many = 600
/** The generated people depend on the moment; at this one every kind occurs. */
const moment = { CLOCK_START: '2026-11-21T09:00:00Z' }

/** Runs `npm run seed` against a database, with these settings and the machine's. */
function seed(databaseUrl: string, args: string[], settings: Record<string, string> = {}): Promise<Outcome> {
  const env = { DATABASE_URL: databaseUrl, SECRET: secret, NODE_ENV: '', ...settings }
  // Only a shop with its own data folder has a simulator to fill.
  const bare = settings['DATA_DIR'] === undefined ? ['--no-invoices'] : []
  return run(process.execPath, ['scripts/seed.ts', ...bare, ...args], { env })
}

async function seeded(databaseUrl: string, args: string[], settings: Record<string, string> = {}): Promise<void> {
  const { ok, output } = await seed(databaseUrl, args, settings)
  assert.ok(ok, output)
}

type SeededRow = { id: string; subscriber: { id: string }; payment: { currency: string | null; state: string } }

type Ask = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

/** Creates a database and returns it with a function that queries it. */
async function givenADatabase(template?: string): Promise<{ url: string; ask: Ask }> {
  const { url, drop } = await cluster.createDatabase(template)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  cluster.atEnd(async () => {
    await pool.end()
    await drop()
  })
  return { url, ask: async (text, values = []) => (await pool.query(text, values)).rows }
}

/** Returns everything attached to the tables except columns: what a bulk load might drop. */
async function structureOf(ask: Ask): Promise<unknown[]> {
  return ask(`
    select 'index' as kind, indexdef as definition from pg_indexes where schemaname = 'public'
    union all select 'constraint', conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
    order by 1, 2`)
}

/** Counts the rows of the users list that differ from what the triggers write. */
const unlike = `select count(*)::int as n from ((table user_list_source except table user_list_rows) union all
  (table user_list_rows except table user_list_source)) odd`

/** Returns who they are, regardless of when they registered. */
const peopleIn = (ask: Ask) =>
  ask(`select id, email, first_name, last_name, company, country, state, phone_number, job_title, industry, dpl_status
    from subscribers order by id`)

describe('npm run seed', () => {
  let database: Awaited<ReturnType<typeof givenADatabase>>
  beforeAll(async () => {
    database = await givenADatabase()
    await seeded(database.url, ['--subscribers', String(many)], moment)
  })

  test('creates as many people as requested, of every type and status, some without a subscription', async () => {
    const rows = await database.ask<{ kind: string; people: number }>(
      `select coalesce(x.type || ' ' || x.status, 'nothing') as kind, count(*)::int as people
       from subscribers s left join subscriptions x on x.subscriber_id = s.id group by 1`,
    )
    const counts = new Map(rows.map(({ kind, people }) => [kind, people]))
    for (const type of ['trial', 'subscription'])
      for (const status of ['active', 'pending', 'expired', 'cancelled'])
        assert.ok((counts.get(`${type} ${status}`) ?? 0) > 0, `nobody with a ${type} that is ${status}`)
    const nothing = (counts.get('nothing') ?? 0) / many
    assert.ok(nothing > 0.05 && nothing < 0.12, `${nothing} have nothing`)
    const people = await database.ask<{ country: string }>('select country from subscribers')
    assert.equal(people.length, many)
    assert.ok(new Set(people.map(({ country }) => country)).size > 25)
  })

  test('gives every subscription a history that replays to exactly its row', async () => {
    const rows = await database.ask<Record<string, unknown> & { events: object[] }>(`
      select x.*, (select json_agg(json_build_object('type', e.type, 'at', to_char(e.at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'addedBy', e.added_by, 'data', e.data, 'number', e.number) order by e.number)
        from events e where e.subscription_id = x.id) as events
      from subscriptions x`)
    assert.ok(rows.length > many)
    for (const row of rows) {
      const { number: _, ...told } = replayed(row.events)
      assert.deepEqual(told, {
        id: row['id'],
        plan: row['terms'] as PlanTerms,
        status: row['status'],
        createdDate: row['created_at'],
        startDate: row['start_date'],
        endDate: row['end_date'],
        onHoldSince: row['held_since'],
        renewal: row['renewal'],
        paidUntil: row['paid_until'],
        payment: row['payment'],
        grantedUntil: row['granted_until'],
        extendedByOwner: row['extended_by_owner'],
        latestComment: row['latest_comment'],
        numbers: row.events.map((_event, index) => index + 1),
      })
    }
  })

  test('records for everyone what the shop’s own check finds, and gives an active subscription to cleared people only', async () => {
    const { catalogue } = await readOperatorFiles(readConfig({}))
    const emailDomains = createEmailDomains()
    const screen = createScreener(await sampleLists.inForce(), catalogue.countries)
    const rows = await database.ask<Subscriber & { outcome: string; reasons: unknown[] }>(
      `select s.*, c.outcome, c.reasons from subscribers s
       join screening_checks c on c.subscriber_id = s.id and c.occasion = 'registration'`,
    )
    assert.equal(rows.length, many)
    for (const row of rows) {
      const { first_name: firstName, last_name: lastName, company, country, email } = row
      const facts = { firstName, lastName, company, country, ...(await emailDomains(email)) }
      const { dplStatus, reasons, deniedCountry } = screen(facts, '2026-11-20')
      assert.deepEqual([row.outcome, row.reasons, row.denied_country], [dplStatus, reasons, deniedCountry], row.email)
    }
    const held = await database.ask<Subscriber & { status: string }>(
      `select s.*, x.status from subscribers s join subscriptions x on x.subscriber_id = s.id where x.status in ('active', 'pending')`,
    )
    for (const row of held) assert.equal(cleared(asPerson(row)), row.status === 'active', row.email)
  })

  test('fills the users list as the triggers would, and leaves indexes and keys unchanged', async () => {
    assert.deepEqual(await database.ask(unlike), [{ n: 0 }])
    const fresh = await givenADatabase(process.env['TEST_SHOP_TEMPLATE'])
    assert.deepEqual(await structureOf(database.ask), await structureOf(fresh.ask))
  })

  test('creates the same people with the same seed, and refuses with a sentence to create them again', async () => {
    const same = await givenADatabase()
    await seeded(same.url, ['--subscribers', String(many)], moment)
    const before = await peopleIn(database.ask)
    assert.deepEqual(await peopleIn(same.ask), before)
    const again = await seed(database.url, ['--subscribers', '90'])
    assert.ok(!again.ok)
    assert.match(again.output, /people of seed 1 already exist/)
    assert.deepEqual(await peopleIn(database.ask), before)
  })

  test('does nothing in production, with a real integration, beside real people or a running shop, and states the reason', async () => {
    const shop = await givenAShop({}, cluster)
    const one = ['--subscribers', '1']
    const refusals: [Promise<Outcome>, RegExp][] = [
      [seed(shop.databaseUrl, one), /server is running/],
      [seed(database.url, one, { NODE_ENV: 'production', SANDBOX: 'allow' }), /NODE_ENV is production/],
      [
        seed(database.url, one, { SMTP_URL: 'smtp://mail.test', MAIL_FROM: 'a@b.test' }),
        /real service is configured \(mail\)/,
      ],
      [seed(database.url, ['--subscribers', '12e']), /--subscribers must be a number/],
    ]
    for (const [outcome, sentence] of refusals) {
      const { ok, output } = await outcome
      assert.ok(!ok, output)
      assert.match(output, sentence)
    }
    await shop.sql(`insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status,
      denied_country, registered_at) values (gen_random_uuid(), 'j@doe.test', 'j@doe.test', 'J', 'Doe', 'Doe', 'GB', 'PASS', false, now())`)
    await shop.stop()
    const beside = await seed(shop.databaseUrl, one)
    assert.match(beside.output, /contains real people/)
    assert.deepEqual(await shop.sql('select count(*)::int as n from subscribers'), [{ n: 1 }])
    assert.ok((await seed(shop.databaseUrl, [...one, '--anyway'], { MIGRATE_DATABASE_URL: shop.ownerUrl })).ok)
  })

  test('creates people for whom a starting shop sends no email, asks the provider nothing and changes nothing', async () => {
    const here = database
    // At the start, the simulator reports the prices it creates: events about none of the people, processed as they
    // arrive.
    const ofPeople = `jobs where kind <> 'billing-event' or subject is not null or done_at is null`
    const told = () =>
      here.ask(`select (select md5(string_agg(s::text, '' order by id)) from subscribers s) as people,
        (select md5(string_agg(x::text, '' order by id)) from subscriptions x) as subscriptions,
        (select count(*)::int from events) as events, (select count(*)::int from screening_checks) as checks,
        (select count(*)::int from ${ofPeople}) as jobs, (select count(*)::int from sent_notices where notice <> 'trial.ending') as notices,
        (select count(*)::int from screening_runs) as runs`)
    // Other systems are informed of trials that end soon; nobody gets an email.
    const before = await told()
    const shop = await givenAShop({ DATABASE_URL: here.url, ...moment }, cluster)
    assert.equal((await fetch(`${shop.url}/readyz`)).status, 200)
    // A shop that stops in order first finishes everything that jobs do at their first run.
    await shop.stop()
    assert.deepEqual(await told(), before)
    assert.deepEqual(await here.ask(`select kind from ${ofPeople}`), [])
  })
})

function replayed(events: object[]) {
  const parsed = events.map((event) => subscriptionEvent.parse(event))
  const state = replay(parsed)
  assert.ok(state)
  return { ...state, number: 0, numbers: events.map((event) => (event as { number: number }).number) }
}

test('in the sandbox people pay by cards that the simulator accepts, and continue to pay when the clock moves', async () => {
  const here = await givenADatabase()
  const folder = givenAFolder()
  const settings = { DATA_DIR: folder, ...moment }
  await seeded(here.url, ['--subscribers', '150'], settings)
  const shop = await givenAShop({ DATABASE_URL: here.url, ...settings }, cluster)
  await shop.catchUp()
  const administrator = await givenAnAdministrator(shop)
  const count = async (filters: string, who = administrator) =>
    (await read<{ count: number }>(who, `/api/v1/subscriptions/count?filters=${filters}`)).count
  const before = await count('paying')
  assert.ok(before > 10, `${before} pay`)
  assert.equal(await count('complimentary'), 0)
  const rows = await read<SeededRow[]>(administrator, '/api/v1/subscriptions?filters=paying')
  for (const { id, subscriber, payment } of rows.slice(0, 10)) {
    assert.equal(payment.currency, 'usd', id)
    const invoices = await read<{ state: string }[]>(administrator, `/api/v1/subscribers/${subscriber.id}/invoices`)
    assert.ok(invoices.some(({ state }) => state === 'paid'), id) // prettier-ignore
    const stored = await here.ask(`select from payments where subscription_id = $1 and kind = 'charge'`, [id])
    assert.ok(stored.length > 0, id)
  }
  assert.deepEqual(await issueKinds(administrator), ['payment-disputed'])
  const kinds = await here.ask<{ kind: string; state: string }>(
    'select distinct kind, state from payments order by 1, 2',
  )
  assert.deepEqual(
    kinds.map(({ kind, state }) => `${kind} ${state}`),
    ['charge paid', 'dispute lost', 'dispute open', 'dispute won', 'failure failed', 'refund succeeded'],
  )
  assert.ok((await count('past_due')) > 0)
  const unexplained = await here.ask(
    `select act from audit where act <> 'sign-in' and (comment is null or act in ('extend', 'cancel', 'undo') and changes is null)`,
  )
  assert.deepEqual(unexplained, [], 'each act has its reason, and what it changed')
  const failing = await here.ask<{ invoices: number }>(
    `select count(distinct invoice)::int as invoices from payments where kind = 'failure' group by subscription_id`,
  )
  assert.ok(
    failing.every(({ invoices }) => invoices === 1),
    'the renewals before were paid',
  )
  const refundedRow = rows.find(({ payment }) => payment.state === 'paid')
  assert.ok(refundedRow)
  const comment = 'Asked for a refund'
  assert.equal((await administrator.post(`/api/v1/subscriptions/refund/${refundedRow.id}`, { comment })).status, 200)
  await eventuallyEqual(
    () => here.ask('select status from subscriptions where id = $1', [refundedRow.id]),
    [{ status: 'expired' }],
    'a full refund ends access',
  )
  const [{ n: refundsBefore } = { n: 0 }] = await here.ask<{ n: number }>(refunded)

  await shop.advanceTo('2026-12-30T09:00:00Z')
  await shop.catchUp()
  const later = await givenAnAdministrator(shop)
  const after = await count('paying', later)
  assert.ok(after >= 0.6 * before, `${after} of ${before} still pay`)
  assert.deepEqual(await issueKinds(later), ['payment-disputed'])
  const [{ n: refundsAfter } = { n: 0 }] = await here.ask<{ n: number }>(refunded)
  assert.equal(refundsAfter, refundsBefore, 'no one paid for nothing')
  await shop.stop()
})

const refunded = `select count(*)::int as n from payments where kind = 'refund'`

async function issueKinds(who: Parameters<typeof read>[0]): Promise<string[]> {
  return [...new Set((await read<{ kind: string }[]>(who, '/api/v1/payment-issues')).map(({ kind }) => kind))]
}

/** The addresses of the customers in the simulator of the shop with this data folder. */
async function customersIn(folder: string): Promise<Set<string>> {
  const files = ['snapshot.ndjson', 'journal.ndjson'].map((name) => join(folder, 'sandbox', 'payment', name))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return new Set(texts.flatMap((text) => text.match(/[\w.-]+@[\w-]+\.example/g) ?? []))
}

test('bills the people of its own run alone, and leaves no customer behind when it fails', async () => {
  const here = await givenADatabase()
  const folder = givenAFolder()
  const settings = { DATA_DIR: folder, ...moment }
  await seeded(here.url, ['--no-invoices', '--subscribers', '40', '--seed', '2'], settings)
  const others = await peopleIn(here.ask)

  await here.ask(`create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`)
  await here.ask('create trigger refuse before insert on payments execute function refuse()')
  const failed = await seed(here.url, ['--subscribers', '40'], settings)
  assert.match(failed.output, /disk full/)
  assert.ok(!failed.ok)
  assert.deepEqual(await peopleIn(here.ask), others)
  assert.deepEqual(await customersIn(folder), new Set())

  await here.ask('drop trigger refuse on payments')
  const { ok, output } = await seed(here.url, ['--subscribers', '40'], settings)
  assert.ok(ok, output)
  const paying = await here.ask<{ email: string }>('select email from subscribers where payment_customer is not null')
  assert.match(output, new RegExp(`\\b${paying.length} people pay or have paid`))
  assert.deepEqual(await customersIn(folder), new Set(paying.map(({ email }) => email)))
  const old = new Set(others.map((one) => (one as { email: string }).email))
  assert.ok(paying.length > 0 && paying.every(({ email }) => !old.has(email)))
})

import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { aConsolidatedList, givenAFolder, manyNames } from '../../support/screening/given-lists.ts'
import {
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const folder = givenAFolder()
const nobody = manyNames(30)
folder.put('csl.csv', aConsolidatedList(nobody))
const settings = { SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.1' }
const shop = await givenAShop(settings)
const administrator = await givenAnAdministrator(shop)

type Screening = {
  lists: { hash: string }[]
  run: { total: number; people: number; changed: number; endedAt: string | null } | null
}
const screening = async () => (await (await administrator.get('/api/v1/screening')).json()) as Screening

/** Writes a list with these names to the folder, and waits until everybody has been screened against it. */
async function listed(...names: (string | { name: string; entity_number: string })[]) {
  const rows = names.map((one) => (typeof one === 'string' ? { name: one } : one))
  const content = aConsolidatedList([...nobody, ...rows])
  const hash = createHash('sha256').update(content).digest('hex')
  folder.put('csl.csv', content)
  await eventually('everybody screened again', async () => {
    const runs = await shop.sql<{ hash: string; ended_at: Date | null }>(
      "select lists -> 0 ->> 'hash' as hash, ended_at from screening_runs order by began_at desc limit 1",
    )
    return runs[0]?.hash === hash && runs[0].ended_at !== null
  })
  return hash
}

const known = async (email: string) => {
  const [row] = await shop.sql<{ id: string; dpl_status: string; denied_country: boolean; review_since: Date | null }>(
    'select * from subscribers where email = $1',
    [email],
  )
  assert.ok(row)
  return row
}
const checks = async (email: string) =>
  (
    await shop.sql<{ occasion: string; outcome: string; decided_by: string }>(
      'select c.* from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 order by at, c.id',
      [email],
    )
  ).map(({ occasion, outcome, decided_by }) => [occasion, outcome, decided_by])
/** How often a person was emailed that their account is approved. */
const approvals = async (email: string) => {
  await shop.catchUp()
  const mails = await shop.mails()
  return mails.filter(({ to, subject }) => to.includes(email) && subject === 'Your account has been approved').length
}
const statuses = async (visitor: TestVisitor) => {
  const answer = await visitor.get('/api/v1/subscriptions/user')
  const { subscriptions } = (await answer.json()) as { subscriptions: { subscription: { status: string } }[] }
  return subscriptions.map(({ subscription }) => subscription.status)
}

describe('screening again after a list changes', () => {
  test('emails no approval to a person whose address is not confirmed', async () => {
    const { email } = await givenARegistration(shop, { firstName: 'Radovan', lastName: 'Stastny' })
    await listed('Radovan Stastny')
    assert.equal((await known(email)).dpl_status, 'PENDING')
    await listed('Somebody Else')
    assert.deepEqual([(await known(email)).dpl_status, await approvals(email)], ['PASS', 0])
  })

  test('puts a newly listed person on hold, awaiting review, with a check, and gives others none', async () => {
    const named = await givenATrialUser(shop, { firstName: 'Petra', lastName: 'Novotna' })
    const other = await givenATrialUser(shop)
    const hash = await listed('Petra Novotna')
    const { id, dpl_status, review_since } = await known(named.email)
    assert.deepEqual([dpl_status, review_since !== null], ['PENDING', true])
    assert.deepEqual(await statuses(named.visitor), ['pending'])
    assert.deepEqual((await checks(named.email)).at(-1), ['lists', 'PENDING', 'system'])
    const before = await checks(other.email)
    assert.ok(before.every(([occasion]) => occasion !== 'lists'))
    assert.deepEqual(await statuses(other.visitor), ['active'])
    const events = await shop.sql<{ type: string }>(
      'select e.type from events e join subscriptions x on x.id = subscription_id where subscriber_id = $1 order by number',
      [id],
    )
    assert.equal(events.at(-1)?.type, 'SUBSCRIPTION_MARKED_PENDING')
    const { run, lists } = await screening()
    assert.ok(run && run.people >= 2 && run.changed >= 1)
    assert.equal(lists[0]?.hash, hash)
    await eventually('a line in the log', async () =>
      shop.log
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .some(({ msg, people }) => msg === 'everybody was screened again' && people === run.people),
    )
  })

  test('clears a person removed from the list, keeps a refusal, and applies an approval to the same entry only', async () => {
    const gone = await givenATrialUser(shop, { firstName: 'Milan', lastName: 'Kratochvil' })
    const approved = await givenATrialUser(shop, { firstName: 'Dagmar', lastName: 'Havlickova' })
    const refused = await givenATrialUser(shop, { firstName: 'Bohumil', lastName: 'Zelenka' })
    await listed('Milan Kratochvil', 'Dagmar Havlickova', 'Bohumil Zelenka')
    for (const { visitor } of [gone, approved, refused]) assert.deepEqual(await statuses(visitor), ['pending'])
    for (const [how, { email }] of [
      ['approve', approved],
      ['refuse', refused],
    ] as const) {
      const { id } = await known(email)
      const answer = await administrator.post(`/api/v1/reviews/${how}/${id}`, { comment: 'Compared by hand' })
      assert.equal(answer.status, 200)
    }
    await listed('Dagmar Havlickova', 'Somebody New')
    assert.equal((await known(gone.email)).dpl_status, 'PASS')
    assert.deepEqual(await statuses(gone.visitor), ['active'])
    assert.deepEqual(await Promise.all([gone, approved, refused].map(({ email }) => approvals(email))), [1, 1, 0])
    assert.deepEqual((await checks(gone.email)).slice(-2), [
      ['lists', 'PENDING', 'system'],
      ['lists', 'PASS', 'system'],
    ])
    const after = await known(refused.email)
    assert.deepEqual([after.dpl_status, after.review_since], ['FAIL', null])
    const { dpl_status } = await known(approved.email)
    assert.deepEqual([dpl_status, await statuses(approved.visitor)], ['PASS', ['active']])
    const name = 'Dagmar Havlickova'
    folder.put('csl.csv', aConsolidatedList([...nobody, { name }, { name, start_date: '2026-11-01' }]))
    await eventually('asked again', async () => (await known(approved.email)).dpl_status === 'PENDING')
    assert.deepEqual(await statuses(approved.visitor), ['pending'])
  })

  test('records a match of the same entry that has changed, and none that has not', async () => {
    const { email } = await givenATrialUser(shop, { firstName: 'Bozidar', lastName: 'Kucerova' })
    const aliases = async () =>
      (
        await shop.sql<{ alias: string }>(
          "select c.reasons -> 0 ->> 'alias' as alias from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 and occasion = 'lists' order by at, c.id",
          [email],
        )
      ).map(({ alias }) => alias)
    const entry = (name: string) => ({ name, entity_number: '7001' })
    await listed(entry('Bozidar Kucerov'))
    await listed(entry('Bozidar Kucerov'), 'Somebody Other')
    assert.deepEqual(await aliases(), ['Bozidar Kucerov'])
    await listed(entry('Bozidar Kucerova'))
    assert.deepEqual(await aliases(), ['Bozidar Kucerov', 'Bozidar Kucerova'])
  })

  test('does not run if the same lists are read again', async () => {
    await listed('A Last Name')
    const [runs] = await shop.sql<{ amount: string }>('select count(*) as amount from screening_runs')
    await shop.restart(settings)
    await eventually('the screening works', async () => (await screening()).run?.endedAt)
    const [after] = await shop.sql<{ amount: string }>('select count(*) as amount from screening_runs')
    assert.equal(after?.amount, runs?.amount)
  })
})

test('an interrupted run continues where it stopped, over many people', async () => {
  const amount = 1500
  const row = await known((await givenARegistration(shop)).email)
  await shop.sql(
    `insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country, email_verified_at, registered_at)
     select gen_random_uuid(), 'many.' || n || '@northwind-bottling.example', 'many.' || n || '@northwind-bottling.example',
       case when n % 100 = 0 then 'Vratislav' else 'Jane' end, case when n % 100 = 0 then 'Mokry' else 'Doe' end,
       'Northwind Bottling', 'GB', 'PASS', false, s.registered_at, s.registered_at
     from generate_series(1, $1::int) n, subscribers s where s.id = $2`,
    [amount, row.id],
  )
  const content = aConsolidatedList([...nobody, { name: 'Vratislav Mokry' }])
  folder.put('csl.csv', content)
  await eventually('a run under way', async () => {
    const [run] = await shop.sql<{ people: number }>('select people from screening_runs where ended_at is null')
    return run !== undefined
  })
  await shop.restart(settings)
  const held = async () => {
    const [found] = await shop.sql<{ amount: number }>(
      "select count(*)::int as amount from subscribers where last_name = 'Mokry' and dpl_status = 'PENDING'",
    )
    return found?.amount
  }
  await eventually('all of them held', async () => (await held()) === amount / 100)
  const [run] = await eventually('the end of the run', async () => {
    const rows = await shop.sql<{ people: number; total: number; ended_at: Date | null; superseded: boolean }>(
      'select * from screening_runs order by began_at desc limit 1',
    )
    return rows[0]?.ended_at ? rows : null
  })
  assert.ok(run)
  assert.deepEqual([run.superseded, run.people >= amount && run.people <= run.total + 1], [false, true])
  const [twice] = await shop.sql<{ most: number }>(
    "select coalesce(max(n), 0)::int as most from (select count(*) n from screening_checks where occasion = 'lists' and subscriber_id in (select id from subscribers where last_name = 'Mokry') group by subscriber_id) c",
  )
  assert.equal(twice?.most, 1, 'nobody is put twice')
})

test('two instances screen everyone once, and both use what one has read', async () => {
  const other = await givenAShop({ ...settings, SCREENING_DIR: givenAFolder().path, DATABASE_URL: shop.databaseUrl })
  const hash = await listed(`Somebody ${randomUUID().slice(0, 8)}`)
  await other.catchUp()
  const { email } = await givenARegistration(other)
  const [check] = await shop.sql<{ lists: { hash: string }[] }>(
    'select c.lists from screening_checks c join subscribers s on s.id = subscriber_id where email = $1',
    [email],
  )
  assert.equal(check?.lists[0]?.hash, hash)
  const runs = await shop.sql('select 1 from screening_runs where lists -> 0 ->> $1 = $2', ['hash', hash])
  assert.equal(runs.length, 1)
  await other.stop()
})

test('after a change of the settings only those are screened again whose result can differ: people named on a list, and people in a country with another rule', async () => {
  const own = givenAFolder()
  own.put('csl.csv', aConsolidatedList([...nobody, { name: 'Vratislav Mokry' }]))
  const catalogue = JSON.parse(readFileSync('brand/catalogue.json', 'utf8')) as { countries: Record<string, string[]> }
  const before = { ...settings, SCREENING_DIR: own.path, SCREENING_HOLD: '0.99', SCREENING_LOOK: '0.6' }
  const other = await givenAShop(before)
  const lastRun = (number: number) =>
    eventually('the end of a run', async () => {
      type Run = { affected: unknown; total: number; people: number; ended_at: Date | null }
      const run = (await other.sql<Run>('select * from screening_runs order by began_at'))[number]
      return run?.ended_at ? { affected: run.affected, total: run.total, people: run.people } : null
    })
  const hasLogged = (line: string) => other.log.some((each) => each.includes(line))
  const alike = await givenARegistration(other, { firstName: 'Vratislav', lastName: 'Mokra' })
  const norwegian = await givenARegistration(other, { country: 'NO' })
  const found = async ({ email }: { email: string }) =>
    (await other.sql('select dpl_status, denied_country from subscribers where email = $1', [email]))[0]
  await lastRun(0)
  assert.deepEqual(await found(alike), { dpl_status: 'PASS', denied_country: false })
  await other.restart({ ...before, SCREENING_HOLD: '0.7' })
  assert.deepEqual(await lastRun(1), { affected: { listed: true, countries: [] }, total: 1, people: 1 })
  assert.ok(hasLogged('settings of screening changed, people named on a list are screened again'))
  assert.deepEqual(await found(alike), { dpl_status: 'PENDING', denied_country: false })

  const denied = [...(catalogue.countries['denied'] ?? []), 'NO']
  own.put('catalogue.json', JSON.stringify({ ...catalogue, countries: { ...catalogue.countries, denied } }))
  await other.restart({ ...before, SCREENING_HOLD: '0.7', CATALOGUE: join(own.path, 'catalogue.json') })
  assert.deepEqual(await lastRun(2), { affected: { listed: false, countries: ['NO'] }, total: 1, people: 1 })
  assert.ok(hasLogged('settings of screening changed, people in NO are screened again'))
  assert.deepEqual(await found(norwegian), { dpl_status: 'PASS', denied_country: true })
})

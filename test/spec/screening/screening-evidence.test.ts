import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { forget, idOf, pagesOf, read } from '../../support/admin/admin-page.ts'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  atTheHour,
  testSealing,
} from '../../support/given.ts'
import { rateLimits } from '../../../domain/limits.ts'
import { openRecord } from '../../../server/store/subscribers/sealed-records.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

/** Returns the evidence as a spreadsheet reads it: a record per line, by column name. */
async function evidence(query = '') {
  const answer = await administrator.get(`/api/v1/export/screening${query}`)
  assert.equal(answer.status, 200)
  const text = Buffer.from(await answer.arrayBuffer()).toString()
  assert.ok(text.startsWith('\uFEFF'), 'a byte order mark')
  const [head = [], ...lines] = text
    .slice(1)
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/(?<=^|,)("(?:[^"]|"")*"|[^",]*)(?=,|$)/g)].map(([cell]) => plain(cell)))
  return {
    answer,
    text,
    lines: lines.map((cells) => {
      assert.equal(cells.length, head.length)
      return Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']))
    }),
  }
}
const plain = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)

describe('the evidence for an auditor', () => {
  test('has every check with its lists, reasons and decision, including an administrator’s, and adds a line to the audit, unless it is refused [10.65]', async () => {
    const { email } = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
    const id = await idOf(shop, email)
    const approved = await administrator.post(`/api/v1/reviews/approve/${id}`, {
      comment: 'Born in another year, "sure"',
    })
    assert.equal(approved.status, 200)
    const { answer, lines } = await evidence(`?subscriber=${id}`)
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="screening-\d{4}-\d\d-\d\d\.csv"$/,
    )
    assert.deepEqual(
      lines.map((line) => [line['Occasion'], line['Outcome'], line['Decided by'], line['Comment']]),
      [
        ['registration', 'PENDING', 'system', ''],
        ['activation', 'PENDING', 'system', ''],
        ['review', 'PASS', 'admin@shop.example', 'Born in another year, "sure"'],
      ],
    )
    const [first] = lines
    assert.deepEqual(
      [
        first?.['Subscriber'],
        first?.['Name'],
        first?.['Email'],
        first?.['Reason'],
        first?.['On list'],
        first?.['Entry'],
        first?.['Programmes'],
        first?.['Compared name'],
        first?.['Weight'],
      ],
      [id, 'Zoltan Karnovak', email, 'list', 'Sandbox sample list', 'SAMPLE-1', 'SAMPLE', 'Zoltan Karnovak', 'on hold'],
    )
    assert.match(first?.['Lists (name, date, SHA-256)'] ?? '', /^Sandbox sample list \d{4}-\d\d-\d\d [0-9a-f]{64}$/)
    assert.match(first?.['Score'] ?? '', /^(1\.000|0\.\d{3})$/)
    for (const nobody of [randomUUID(), "'; drop table subscribers; --"]) {
      const refused = await administrator.get(`/api/v1/export/screening?subscriber=${encodeURIComponent(nobody)}`)
      assert.equal(refused.status, 404)
    }
    type Act = { act: string; by: string; subscriberId: string }
    const acts = (await (await administrator.get('/api/v1/audit?act=export')).json()) as Act[]
    assert.deepEqual(
      acts.map(({ act, by, subscriberId }) => [act, by, subscriberId]),
      [['export', 'admin@shop.example', id]],
    )
  })

  test('has a line for a check without findings, and one for each reason of others', async () => {
    const clean = await givenARegistration(shop)
    const two = await givenARegistration(shop, {
      email: 'ilse.van@gmail.com',
      firstName: 'Ilse',
      lastName: 'Vantongeren',
    })
    const { lines } = await evidence()
    assert.deepEqual(
      lines.filter((line) => line['Email'] === clean.email).map((line) => line['Reason']),
      [''],
    )
    assert.deepEqual(
      lines.filter((line) => line['Email'] === two.email).map((line) => line['Reason']),
      ['list', 'personal-email'],
    )
  })

  test('contains no formula that a spreadsheet would run', async () => {
    const { email } = await givenARegistration(shop)
    const id = await idOf(shop, email)
    await shop.sql(
      "update screening_checks set person = jsonb_set(person, '{company}', to_jsonb($2::text)) where subscriber_id = $1",
      [id, '=HYPERLINK("http://evil.example")'],
    )
    const { text } = await evidence(`?subscriber=${id}`)
    assert.doesNotMatch(text, /(^|,)"?=/m)
    assert.match(text, /"'=HYPERLINK\(""http:\/\/evil\.example""\)"/)
  })

  test('has the details of each check as they were compared, also after a correction and an erasure', async () => {
    const { visitor, email } = await givenATrialUser(shop, { firstName: 'Ilse', lastName: 'Maiden' })
    const id = await idOf(shop, email)
    assert.equal((await visitor.post('/api/v1/account/details', { lastName: 'Married' })).status, 200)
    const compared = [
      ['Ilse Maiden', 'registration'],
      ['Ilse Maiden', 'activation'],
      ['Ilse Married', 'correction'],
    ]
    const shown = async () =>
      (await evidence(`?subscriber=${id}`)).lines.map((line) => [line['Name'], line['Occasion']])
    assert.deepEqual(await shown(), compared)
    assert.equal((await forget(administrator, id)).status, 204)
    assert.deepEqual(await shown(), compared)
  })

  test('has the state, city and postcode that each check compared', async () => {
    const { visitor, email } = await givenATrialUser(shop, { country: 'US', state: 'TX' })
    const invoice = { address: { line1: '1 Main Street', city: 'Austin', postalCode: '78701' } }
    assert.equal((await visitor.post('/api/v1/account/profile', invoice)).status, 200)
    assert.equal((await visitor.post('/api/v1/account/details', { lastName: 'Married' })).status, 200)
    const { lines } = await evidence(`?subscriber=${await idOf(shop, email)}`)
    assert.deepEqual(
      lines.map((line) => [line['Occasion'], line['Stated place']]),
      [
        ['registration', 'TX'],
        ['activation', 'TX'],
        ['correction', 'TX, Austin, 78701'],
      ],
    )
  })

  test('includes erased people while their evidence is retained, and no longer', async () => {
    const { email } = await givenATrialUser(shop, { firstName: 'Gone', lastName: 'Person' })
    const id = await idOf(shop, email)
    assert.equal((await forget(administrator, id)).status, 204)
    const { lines } = await evidence(`?subscriber=${id}`)
    assert.deepEqual(
      lines.map((line) => [line['Email'], line['Name'], line['Occasion'], line['Outcome']]),
      [
        [email, 'Gone Person', 'registration', 'PASS'],
        [email, 'Gone Person', 'activation', 'PASS'],
      ],
    )
    assert.ok(lines.every((line) => line['Erased at (UTC)'] !== ''))
    assert.ok((await evidence()).text.includes(email))
    await shop.sql("update sealed_records set keep_until = '2020-01-01' where content ->> 'subscriber' = $1", [id])
    assert.ok(!(await evidence()).text.includes(email))
    assert.equal((await administrator.get(`/api/v1/export/screening?subscriber=${id}`)).status, 404)
  })

  test('is complete and in order beyond the size of one part', async () => {
    const { email } = await givenARegistration(shop)
    const id = await idOf(shop, email)
    await shop.sql(
      `insert into screening_checks (id, subscriber_id, at, occasion, outcome, person, lists, reasons, decided_by)
       select gen_random_uuid(), $1, '2030-01-01'::timestamptz + (n / 3) * interval '1 minute', 'download', 'PASS', c.person, '[]', '[]', 'check ' || n
       from generate_series(1, 1700) n, (select person from screening_checks where subscriber_id = $1) c`,
      [id],
    )
    const { lines } = await evidence(`?subscriber=${id}`)
    assert.equal(lines.length, 1701)
    assert.equal(new Set(lines.map((line) => line['Decided by'])).size, 1701)
    const times = lines.map((line) => line['At (UTC)'] ?? '')
    assert.deepEqual(times, times.toSorted())
    await shop.sql("delete from screening_checks where occasion = 'download' and subscriber_id = $1", [id])
  })
})

test('the evidence has headings in the administrator’s language, while codes and recorded values stay the same', async () => {
  const { email } = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
  const address = `/api/v1/export/screening?subscriber=${await idOf(shop, email)}`
  const answer = await administrator.get(address, { 'accept-language': 'de' })
  const [head = '', first = ''] = (await answer.text()).split('\r\n')
  assert.match(head, /^Zeitpunkt \(UTC\),Abonnent,Name,/)
  assert.match(first, /,registration,PENDING,system,/)
  assert.match(first, /,zurückgehalten,/)
})

const download = '/api/v1/download/analytics'

const rowsOf = (email: string) =>
  shop.sql<{ occasion: string; outcome: string; repeats: number; last_checked_at: Date | null }>(
    'select c.* from screening_checks c join subscribers s on s.id = subscriber_id where email = $1 order by at, c.id',
    [email],
  )

type Check = { id: string; occasion: string; repeats: number; lastCheckedAt: string | null }

/** Stores as many checks as a person causes who repeats a request again and again. */
const leaveChecks = (email: string, amount: number) =>
  shop.sql(
    `insert into screening_checks (id, subscriber_id, at, occasion, outcome, person, lists, reasons, decided_by)
     select gen_random_uuid(), s.id, s.registered_at + n * interval '1 second', 'download', 'PASS', '{}', '[]', '[]', 'system'
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
    const [check] = await read<Check[]>(administrator, `/api/v1/subscribers/${await idOf(shop, email)}/checks`)
    assert.equal(check?.repeats, 30)
    assert.ok(check.lastCheckedAt)
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
    const strict = await givenAShop({ RATE_LIMIT_FACTOR: '0.2', ...atTheHour })
    const { visitor } = await givenATrialUser(strict)
    const statuses: number[] = []
    const allowed = rateLimits.downloadLinkPerPerson.max * 0.2
    for (let asked = 0; asked <= allowed; asked += 1) statuses.push((await visitor.get(download)).status)
    assert.deepEqual(statuses, [...Array<number>(allowed).fill(200), 429])
    assert.equal((await (await givenATrialUser(strict)).visitor.get(download)).status, 200)
  })
})

describe('many checks of one person', () => {
  test('are read page by page [10.18]', async () => {
    const { email } = await givenATrialUser(shop)
    await leaveChecks(email, 250)
    const all = (await rowsOf(email)).length
    const pages = await pagesOf<Check>(administrator, `/api/v1/subscribers/${await idOf(shop, email)}/checks`)
    assert.deepEqual(
      pages.map((page) => page.length),
      [100, 100, all - 200],
    )
    assert.equal(new Set(pages.flat().map(({ id }) => id)).size, all)
  })

  test('are all kept as evidence when the person is erased, however many', async () => {
    const { email } = await givenATrialUser(shop)
    await leaveChecks(email, 1200)
    const [id, all] = [await idOf(shop, email), (await rowsOf(email)).length]
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

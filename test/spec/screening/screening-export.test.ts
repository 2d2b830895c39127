import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { givenAnAdministrator, givenARegistration, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

const idOf = async (email: string) => {
  const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email])
  assert.ok(row)
  return row.id
}

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
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^",]*)(?:,|$)/g)].slice(0, 25).map(([, cell = '']) => plain(cell)),
    )
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
  test('has every check with its lists, reasons and decision, including an administrator’s [10.65]', async () => {
    const { email } = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
    const id = await idOf(email)
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
    await shop.sql('update subscribers set company = $2 where email = $1', [email, '=HYPERLINK("http://evil.example")'])
    const { text } = await evidence(`?subscriber=${await idOf(email)}`)
    assert.doesNotMatch(text, /(^|,)"?=/m)
    assert.match(text, /"'=HYPERLINK\(""http:\/\/evil\.example""\)"/)
  })

  test('includes erased people while their evidence is retained, and no longer', async () => {
    const { email } = await givenATrialUser(shop, { firstName: 'Gone', lastName: 'Person' })
    const id = await idOf(email)
    const forgotten = await administrator.request(`/api/v1/subscribers/${id}`, {
      method: 'DELETE',
      headers: { 'x-xsrf-token': administrator.cookies.get('XSRF-TOKEN') ?? '' },
    })
    assert.equal(forgotten.status, 204)
    const { lines } = await evidence(`?subscriber=${id}`)
    assert.deepEqual(
      lines.map((line) => [line['Email'], line['Name'], line['Occasion'], line['Outcome']]),
      [
        [email, 'Gone Person', 'registration', 'PASS'],
        [email, 'Gone Person', 'activation', 'PASS'],
      ],
    )
    assert.ok(lines.every((line) => line['Forgotten at (UTC)'] !== ''))
    assert.ok((await evidence()).text.includes(email))
    await shop.sql("update sealed_records set keep_until = '2020-01-01' where content ->> 'subscriber' = $1", [id])
    assert.ok(!(await evidence()).text.includes(email))
    assert.equal((await administrator.get(`/api/v1/export/screening?subscriber=${id}`)).status, 404)
  })

  test('is complete and in order beyond the size of one part', async () => {
    const { email } = await givenARegistration(shop)
    const id = await idOf(email)
    await shop.sql(
      `insert into screening_checks (id, subscriber_id, at, occasion, outcome, lists, reasons, decided_by)
       select gen_random_uuid(), $1, '2030-01-01'::timestamptz + (n / 3) * interval '1 minute', 'download', 'PASS', '[]', '[]', 'check ' || n
       from generate_series(1, 1700) n`,
      [id],
    )
    const { lines } = await evidence(`?subscriber=${id}`)
    assert.equal(lines.length, 1701)
    assert.equal(new Set(lines.map((line) => line['Decided by'])).size, 1701)
    const times = lines.map((line) => line['At (UTC)'] ?? '')
    assert.deepEqual(times, times.toSorted())
    await shop.sql("delete from screening_checks where occasion = 'download' and subscriber_id = $1", [id])
  })

  test('adds a line to the audit, unless the export is refused', async () => {
    const { email } = await givenARegistration(shop)
    const id = await idOf(email)
    await evidence(`?subscriber=${id}`)
    const [act] = (await (await administrator.get('/api/v1/audit?limit=1')).json()) as {
      act: string
      by: string
      subscriberId: string
    }[]
    assert.deepEqual([act?.act, act?.by, act?.subscriberId], ['export', 'admin@shop.example', id])
    for (const nobody of [randomUUID(), 'nonsense', "'; drop table subscribers; --"]) {
      const answer = await administrator.get(`/api/v1/export/screening?subscriber=${encodeURIComponent(nobody)}`)
      assert.equal(answer.status, 404)
    }
  })
})

test('the evidence has headings in the administrator’s language, while codes and recorded values stay the same', async () => {
  const { email } = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak' })
  const address = `/api/v1/export/screening?subscriber=${await idOf(email)}`
  const answer = await administrator.get(address, { 'accept-language': 'de' })
  const [head = '', first = ''] = (await answer.text()).split('\r\n')
  assert.match(head, /^Zeitpunkt \(UTC\),Abonnent,Name,/)
  assert.match(first, /,registration,PENDING,system,/)
  assert.match(first, /,zurückgehalten,/)
})

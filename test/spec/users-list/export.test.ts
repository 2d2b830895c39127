import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { csvLine } from '../../../domain/csv.ts'
import { clearList, givenListed } from '../../support/admin/given-admin.ts'
import { eventually, givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const head = 'Name,Email,Company,Type,Industry,Status,Start date,End date,Latest comment\r\n'

async function exported(query = 'include=subscribers'): Promise<string> {
  const answer = await administrator.get(`/api/v1/export/csv?${query}`)
  assert.equal(answer.status, 200)
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
}

/** Parses RFC 4180 literally, independently of the product's code. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, inQuotes]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (inQuotes) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[(at += 1)] ?? ''
      else inQuotes = false
    } else if (letter === '"') inQuotes = true
    else if (letter === ',') [row, cell] = [[...row, cell], '']
    else if (letter === '\r' && text[at + 1] === '\n') {
      rows.push([...row, cell])
      ;[row, cell] = [[], '']
      at += 1
    } else cell += letter
  }
  assert.deepEqual([row, cell, inQuotes], [[], '', false], 'the file ends with a line’s end')
  return rows
}

test('a subscription that the list filters as complimentary has no price in the export', async () => {
  await clearList(shop)
  await givenListed(shop, [{ firstName: 'Gift', holds: [{ type: 'subscription' }] }])
  const filtered = async () => {
    await shop.sql('update subscribers set first_name = first_name || $1', ['!'])
    const answer = await administrator.get('/api/v1/subscriptions?filters=complimentary')
    return ((await answer.json()) as unknown[]).length
  }
  const price = async () => parse((await exported('columns=all')).slice(1))[1]?.[10]
  assert.deepEqual([await filtered(), await price()], [1, ''])
  // One rule: by another, both differ.
  const define = (rule: string) =>
    shop.sql(`create or replace function is_complimentary(type text, paid_until timestamptz) returns boolean
      language sql immutable parallel safe return ${rule}`)
  await define('false')
  try {
    assert.deepEqual([await filtered(), await price()], [0, '0.00'])
  } finally {
    await define("type = 'subscription' and paid_until is null")
  }
})

describe('the export', () => {
  test('is a file of the list’s columns, with a byte order mark, and never cached [1.14]', async () => {
    await clearList(shop)
    await givenListed(shop, [
      {
        firstName: 'Zoë',
        lastName: 'Okafor',
        email: 'zoe@acme.example',
        company: 'Acme, Ltd',
        industry: null,
        holds: [{ type: 'subscription', status: 'cancelled', latestComment: 'asked "nicely"' }],
      },
      { firstName: 'Ann', lastName: 'None', email: 'ann@none.example' },
    ])
    const answer = await administrator.get('/api/v1/export/csv?include=subscribers')
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/,
    )
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    assert.deepEqual(bytes.slice(0, 3), new Uint8Array([0xef, 0xbb, 0xbf]))
    assert.equal(
      new TextDecoder().decode(bytes),
      `${head}Ann None,ann@none.example,Northwind Bottling,,Energy,,,,\r\nZoë Okafor,zoe@acme.example,"Acme, Ltd",Subscription,,Cancelled,2026-01-01,2026-01-31,"asked ""nicely"""\r\n`,
    )
  })

  test('opens as a document, and has all lines of the search and filters in their order [2.61, 7.27]', async () => {
    await clearList(shop)
    await givenListed(
      shop,
      Array.from({ length: 1_200 }, (_, at) => ({
        firstName: `P${String(at).padStart(4, '0')}`,
        lastName: 'Globex',
        holds: at % 3 === 0 ? [] : [{ status: at % 3 === 1 ? ('active' as const) : ('expired' as const) }],
      })),
    )
    const names = async (query: string) => parse((await exported(query)).slice(1)).slice(1).map((row) => (row[0] ?? '').slice(0, 5)) // prettier-ignore
    const all = await names('include=subscribers')
    assert.equal(all.length, 1_200)
    assert.deepEqual(all, all.toSorted())
    assert.deepEqual(await names('include=subscribers&order=desc'), all.toReversed())
    assert.deepEqual((await names('')).length, 800)
    assert.deepEqual((await names('filters=expired')).length, 400)
    assert.deepEqual(await names('search=p0001'), ['P0001'])
    assert.deepEqual(new Set(await names('search=globex&sort=status&include=subscribers')).size, 1_200)
    assert.equal(parse((await exported('include=subscribers&sort=status')).slice(1)).length, 1_201)
    const opened = await administrator.get('/api/v1/export/csv?search=p0001', { 'sec-fetch-dest': 'document' })
    assert.equal(opened.status, 200)
    await opened.arrayBuffer()
  })

  const withoutMarks = (cell = '') => cell.replaceAll(/(^|[;\t\r\n][^\S\t\r\n]*)'(?=[^']|$)/gu, '$1')
  test('contains every text unchanged, except for an apostrophe before a possible formula', async () => {
    const texts = fc.oneof(
      fc.constantFrom('=1+1', '+a', '-a', '@a', '\ta', '\ra', ' =a', '\u00a0-a', '＝a', 'a;=1', 'a; @b', 'a\n-b\n+c', 'a\t＝1', 'a,b', '"', '""', '\r\n', 'a\nb', ' ', "'=", '\u2028', 'ﷺ', '😍'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ).filter((text) => !text.includes('\0')) // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(texts, texts), { minLength: 1, maxLength: 8 }), async (rows) => {
        await clearList(shop)
        await givenListed(
          shop,
          rows.map(([company, latestComment], at) => ({
            firstName: 'P',
            lastName: `${at}`,
            company,
            holds: [{ latestComment }],
          })),
        )
        const text = (await exported()).slice(1)
        const parsed = parse(text).slice(1)
        assert.deepEqual(
          parsed.map((row) => [row[2], row[8]].map(withoutMarks)),
          rows.map((row) => row.map(withoutMarks)),
        )
        for (const row of parsed)
          for (const cell of row) {
            assert.doesNotMatch(cell, /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/u)
            assert.doesNotMatch(cell, /[;\t\r\n] *[=+\-@＝＋－＠]/u)
          }
        // The database formats these values as core does.
        assert.equal(
          text,
          head +
            rows
              .map(([company, comment], at) =>
                csvLine([
                  'P ' + at,
                  `${parsed[at]?.[1]}`,
                  company,
                  'Trial',
                  'Energy',
                  'Active',
                  '2026-01-01',
                  '2099-01-31',
                  comment,
                ]),
              )
              .join(''),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('adds a line to the audit once it begins', async () => {
    const acts = async () =>
      (await shop.sql<{ by: string; act: string }>("select by, act from audit where act = 'export'")).length
    const before = await acts()
    await exported()
    assert.equal(await acts(), before + 1)
    assert.equal((await administrator.get('/api/v1/export/csv?sort=x')).status, 400)
    const { visitor } = await givenATrialUser(shop)
    assert.equal((await visitor.get('/api/v1/export/csv')).status, 403)
    assert.equal(await acts(), before + 1)
  })

  test('is refused with 403 and without a line if another site’s link begins it', async () => {
    const acts = async () => (await shop.sql("select 1 from audit where act = 'export'")).length
    const before = await acts()
    for (const path of ['/api/v1/export/csv', '/api/v1/export/screening', '/api/v1/account/export'])
      for (const site of ['cross-site', 'same-site'])
        assert.equal(
          (await administrator.get(path, { 'sec-fetch-site': site, 'sec-fetch-dest': 'document' })).status,
          403,
        )
    assert.equal(await acts(), before)
    for (const site of ['same-origin', 'none'])
      assert.equal((await administrator.get('/api/v1/export/csv?search=p0001', { 'sec-fetch-site': site })).status, 200)
  })
})

describe('reading an export', () => {
  /** Requests the export over a socket that reads nothing after the first bytes. */
  async function stalled() {
    const { hostname, port } = new URL(shop.url)
    const socket = connect({ host: hostname, port: Number(port) })
    const cookie = [...administrator.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    socket.write(
      `GET /api/v1/export/csv?include=subscribers HTTP/1.1\r\nHost: ${new URL(shop.url).host}\r\nCookie: ${cookie}\r\n\r\n`,
    )
    const status = await new Promise<string>((resolve) =>
      socket.once('data', (bytes: Buffer) => {
        socket.pause()
        resolve(bytes.toString('latin1').slice(9, 12))
      }),
    )
    return { socket, status }
  }

  const reading = async () =>
    (
      await shop.sql<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and xact_start < clock_timestamp()",
      )
    ).length

  test('with a HEAD request creates no file and no line in the audit', async () => {
    const exported = () => shop.sql("select id from audit where act = 'export'")
    const before = (await exported()).length
    const answer = await administrator.request('/api/v1/export/csv', { method: 'HEAD' })
    assert.ok(answer.status === 404 || answer.status === 405, String(answer.status))
    assert.equal((await exported()).length, before)
  })

  test('uses one connection, and none after the reader stops; a third of any kind at the same time gets 429', async () => {
    await clearList(shop)
    await givenListed(
      shop,
      Array.from({ length: 1_100 }, () => ({ holds: [{}] })),
    )
    // The first piece alone exceeds the buffers of two sockets.
    await shop.sql("update user_list_rows set comment_csv = repeat('z', 20000)")
    const [one, two] = [await stalled(), await stalled()]
    assert.deepEqual([one.status, two.status], ['200', '200'])
    await eventually('two exports waiting', async () => (await reading()) === 2)
    for (const file of ['csv', 'audit', 'screening', 'retained-evidence']) {
      const third = await administrator.get(`/api/v1/export/${file}`)
      assert.equal(third.status, 429, file)
      const { message } = (await third.json()) as { message: string }
      assert.match(message, /exports/)
    }

    one.socket.destroy()
    two.socket.destroy()
    await eventually('the end of their connections', async () => (await reading()) === 0)
    const again = await administrator.get('/api/v1/export/csv?search=nobody')
    assert.equal(again.status, 200)
    await again.arrayBuffer()
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import fc from 'fast-check'
import { adminSorts, type AdminSort } from '../../../server/store/admin/users-list/list.ts'
import { clearList, givenListed, type ListedPerson } from '../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../../support/given.ts'
import { act, pagesOf, read } from '../../support/admin/admin-page.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const sorts = Object.keys(adminSorts) as AdminSort[]

type Line = {
  id: string | null
  status: string | null
  startDate: string | null
  endDate: string | null
  latestComment: string | null
  plan: { type: string } | null
  subscriber: {
    id: string
    email: string
    firstName: string
    lastName: string
    company: string
    industry: string | null
  }
}

const query = (values: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(values).map(([key, value]) => [key, String(value)])).toString()

const get = <T>(path: string, values: Record<string, string | number> = {}) =>
  read<T>(administrator, `/api/v1/${path}?${query(values)}`)
const list = (values: Record<string, string | number> = {}) =>
  get<Line[]>('subscriptions', { include: 'subscribers', ...values })

/** Returns the address of the next page, if there is one. */
async function nextOf(path: string): Promise<string | undefined> {
  const answer = await administrator.get(path)
  return /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
}

const lineId = (line: Line) => line.id ?? line.subscriber.id

/** Returns the sort key of a column, defined independently of the database. */
function keyOf(line: Line, sort: AdminSort): string {
  const { subscriber } = line
  const plain = (text: string | null) =>
    (text ?? '')
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .trim()
  switch (sort) {
    case 'name':
      return plain(`${subscriber.firstName} ${subscriber.lastName}`)
    case 'email':
      return plain(subscriber.email)
    case 'company':
      return plain(subscriber.company)
    case 'industry':
      return plain(subscriber.industry)
    case 'type':
      return line.plan?.type ?? ''
    case 'status':
      return line.status ?? ''
    case 'startDate':
      return line.startDate ?? ''
    case 'endDate':
      return line.endDate ?? ''
    case 'latestComment':
      return plain(line.latestComment)
  }
}

/** The order of the Unicode collation algorithm, as in the database. */
const { compare } = new Intl.Collator('en')

/** Empty values come last in both orders, and are ordered by id as the others are. */
const byKey = (sort: AdminSort, order: string) => (a: Line, b: Line) => {
  const [one, other] = [keyOf(a, sort), keyOf(b, sort)]
  const way = order === 'desc' ? -1 : 1
  if ((one === '') !== (other === '') && sort !== 'name' && sort !== 'email' && sort !== 'company')
    return one === '' ? 1 : -1
  return (
    way *
    (compare(one, other) || Buffer.compare(Buffer.from(one), Buffer.from(other)) || (lineId(a) < lineId(b) ? -1 : 1))
  )
}

const words = fc.constantFrom('', 'Zoë', 'zoe', 'ZOË', 'Émile', 'emile', 'Ångström', 'ß', 'İnci', 'Дмитрий', '田中', '  Jane ', 'jane', 'O’Neill', '﷽', '😍') // prettier-ignore
const days = fc.constantFrom(null, '2026-01-01', '2026-02-28', '1999-12-31', '2036-11-20')
const holdings = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom('trial' as const, 'subscription' as const),
    status: fc.constantFrom('active' as const, 'pending' as const, 'expired' as const, 'cancelled' as const),
    startDate: days,
    endDate: days,
    latestComment: fc.oneof(fc.constant(null), words),
  }),
  {
    maxLength: 3,
    selector: ({ type, status }) => (status === 'active' || status === 'pending' ? type : `${type} ${status}`),
  },
)
const persons: fc.Arbitrary<ListedPerson> = fc.record({
  firstName: words,
  lastName: words,
  company: words,
  industry: fc.constantFrom(null, 'Energy', 'Other'),
  holds: holdings,
})

describe('the users list', () => {
  test('has a line for each subscription, and for each subscriber without one if requested [1.12]', async () => {
    await clearList(shop)
    const [withoutId] = await givenListed(shop, [
      { firstName: 'Ann', lastName: 'None', email: 'Ann@none.example' },
      {
        firstName: 'Bob',
        lastName: 'Both',
        holds: [
          { type: 'trial', status: 'expired' },
          { type: 'subscription', latestComment: 'kept' },
        ],
      },
    ])
    assert.equal((await list()).length, 3)
    const subscribed = await get<Line[]>('subscriptions')
    assert.deepEqual(
      subscribed.map((line) => line.subscriber.firstName),
      ['Bob', 'Bob'],
    )
    const [none] = await list({ search: 'none' })
    const { subscriber, ...columns } = none ?? assert.fail()
    assert.deepEqual(columns, {
      id: null,
      status: null,
      createdDate: null,
      startDate: null,
      endDate: null,
      renews: false,
      payment: null,
      latestComment: null,
      plan: null,
    })
    const { id, email, firstName, lastName, company, industry } = subscriber
    assert.deepEqual(
      [id, email, firstName, lastName, company, industry],
      [withoutId, 'Ann@none.example', 'Ann', 'None', 'Northwind Bottling', 'Energy'],
    )
    const [paid] = await list({ filters: 'subscription' })
    assert.deepEqual(paid?.plan, {
      name: 'analytics-subscription',
      title: 'Analytics subscription',
      product: 'analytics',
      type: 'subscription',
      durationInDays: null,
    })
    assert.deepEqual(
      [paid.latestComment, paid.startDate, paid.endDate],
      ['kept', '2026-01-01T00:00:00.000Z', '2099-01-31T00:00:00.000Z'],
    )
  })

  test('shows every line once, in any order, forward and back, by any page, ties by id and empty values last [2.67]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(persons, { minLength: 0, maxLength: 25 }),
        fc.constantFrom(...sorts),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 9 }),
        async (people, sort, order, limit) => {
          await clearList(shop)
          await givenListed(shop, people)
          const all = await list({ sort, order, limit: 500 })
          const expected = all.toSorted(byKey(sort, order))
          assert.deepEqual(all.map(lineId), expected.map(lineId))
          assert.equal(
            all.length,
            people.reduce((sum, { holds = [] }) => sum + Math.max(1, holds.length), 0),
          )

          const start = `/api/v1/subscriptions?${query({ include: 'subscribers', sort, order, limit })}`
          const forward = await pagesOf<Line>(administrator, start)
          assert.deepEqual(forward.flat().map(lineId), all.map(lineId))
          assert.ok(forward.slice(0, -1).every((page) => page.length === limit))
          if (forward.length < 2) return
          // The last page by the links, then back from it.
          let last = start
          for (let next = await nextOf(last); next !== undefined; next = await nextOf(last)) last = next
          const back = await pagesOf<Line>(administrator, last, 'prev')
          assert.deepEqual(back.toReversed().flat().map(lineId), all.map(lineId))
        },
      ),
      { numRuns: 30 },
    )
  })

  test('filters by statuses and types: any of the statuses and any of the types [3.1, 7.20]', async () => {
    await clearList(shop)
    const kinds = (['trial', 'subscription'] as const).flatMap((type) =>
      (['active', 'pending', 'expired', 'cancelled'] as const).map((status) => ({ type, status })),
    )
    await givenListed(shop, [{}, ...kinds.map((held) => ({ holds: [held] }))])
    const found = async (filters: string) =>
      (await list({ filters, sort: 'type' })).map((line) => `${line.plan?.type ?? ''} ${line.status ?? ''}`).toSorted()
    assert.equal((await list()).length, 9)
    assert.deepEqual(await found('active'), ['subscription active', 'trial active'])
    assert.deepEqual(await found('trial,expired,active'), ['trial active', 'trial expired'])
    assert.deepEqual((await found('trial')).length, 4)
    assert.deepEqual((await found('trial,subscription')).length, 8)
    assert.deepEqual((await found('')).length, 9)
  })

  test('counts what it lists, whole or up to a limit, and by type and status [7.21, 10.8]', async () => {
    await clearList(shop)
    await givenListed(shop, [
      ...Array.from({ length: 5 }, () => ({ company: 'Globex', holds: [{ status: 'active' as const }] })),
      { company: 'Globex', holds: [{ type: 'subscription', status: 'cancelled' }] },
      { company: 'Initech' },
    ])
    const count = (values: Record<string, string | number>) => get('subscriptions/count', values)
    assert.deepEqual(await count({}), { count: 6, exact: true })
    assert.deepEqual(await count({ include: 'subscribers' }), { count: 7, exact: true })
    assert.deepEqual(await count({ include: 'subscribers', search: 'globex' }), { count: 6, exact: true })
    assert.deepEqual(await count({ filters: 'trial' }), { count: 5, exact: true })
    assert.deepEqual(await count({ limit: 5 }), { count: 5, exact: false })
    assert.deepEqual(await count({ limit: 6 }), { count: 6, exact: true })
    assert.deepEqual(await count({ search: 'nobody at all' }), { count: 0, exact: true })
    const facets = async (values: Record<string, string | number>) => {
      const { counts, exact } = await get<{
        counts: { type: string | null; status: string | null; count: number }[]
        exact: boolean
      }>('subscriptions/facets', values)
      return [
        ...counts.filter((each) => each.count > 0).map(({ type, status, count }) => `${type} ${status} ${count}`),
        exact,
      ]
    }
    assert.deepEqual(await facets({}), ['subscription cancelled 1', 'trial active 5', true])
    assert.deepEqual(await facets({ include: 'subscribers' }), [
      'null null 1',
      'subscription cancelled 1',
      'trial active 5',
      true,
    ])
    assert.deepEqual(await facets({ search: 'globex', limit: 4 }), [
      'subscription cancelled 1',
      'trial active 4',
      false,
    ])
    assert.deepEqual(await facets({ limit: 5 }), ['subscription cancelled 1', 'trial active 5', true])
  })

  test('is in the page itself, so that its first rows show before a script runs, unless another view is opened', async () => {
    await clearList(shop)
    await givenListed(shop, [{ firstName: 'Ada', lastName: 'Firstrow', company: 'Globex', holds: [{}] }])
    const page = await administrator.get('/administration/users', { accept: 'text/html' })
    const html = (await page.text()).replace(/<script type="application\/json".*/s, '')
    assert.match(html, /<tr[^>]*data-row="0".*Ada Firstrow.*Globex/s)
    assert.equal(page.headers.get('link'), null)
    const searched = await administrator.get('/administration/users?search=firstrow', { accept: 'text/html' })
    assert.doesNotMatch(await searched.text(), /Globex/)
  })

  test('of subscribers has each of them once, by name, page by page [7.12]', async () => {
    await clearList(shop)
    const held = (['trial', 'subscription'] as const).map((type) => ({ type }))
    const ids = await givenListed(shop, [
      { firstName: 'Cleo', lastName: 'One', holds: held },
      { firstName: 'ärne', lastName: 'Two', holds: held },
      { firstName: 'Bea', lastName: 'Three' },
    ])
    const pages = await pagesOf<{ id: string; firstName: string }>(administrator, '/api/v1/subscribers?limit=2')
    assert.deepEqual(
      pages.map((page) => page.map(({ firstName }) => firstName)),
      [['ärne', 'Bea'], ['Cleo']],
    )
    assert.deepEqual(
      pages
        .flat()
        .map(({ id }) => id)
        .toSorted(),
      ids.toSorted(),
    )
    assert.deepEqual(
      (await get<{ id: string }[]>('subscribers', { search: 'three' })).map(({ id }) => id),
      [ids[2]],
    )
  })

  test('of subscribers can be sorted by what is theirs, in either direction, page by page', async () => {
    await clearList(shop)
    const held = (['trial', 'subscription'] as const).map((type) => ({ type }))
    await givenListed(shop, [
      { firstName: 'A', company: 'Globex', industry: 'Energy', email: 'c@globex.example', holds: held },
      { firstName: 'B', company: 'Initech', industry: null, email: 'a@initech.example', holds: held },
      { firstName: 'C', company: 'Acme', industry: 'Other', email: 'b@acme.example' },
    ])
    for (const [sort, ascending, descending] of [
      ['name', 'ABC', 'CBA'],
      ['email', 'BCA', 'ACB'],
      ['company', 'CAB', 'BAC'],
      // An empty value comes last in either direction.
      ['industry', 'ACB', 'CAB'],
    ] as const)
      for (const [order, wanted] of [
        ['asc', ascending],
        ['desc', descending],
      ] as const) {
        const path = `/api/v1/subscribers?limit=1&sort=${sort}&order=${order}`
        const pages = await pagesOf<{ firstName: string }>(administrator, path)
        assert.equal(pages.flatMap((page) => page.map(({ firstName }) => firstName)).join(''), wanted, path)
      }
    assert.equal((await administrator.get('/api/v1/subscribers?sort=status')).status, 400)
  })
})

describe('an invalid query of the list', () => {
  const packed = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = '00000000-0000-4000-8000-000000000000'

  const wrong: [field: string, values: Record<string, string>][] = [
    ['sort', { sort: 'constructor' }],
    ['filters', { filters: 'active,' }],
    ...['', ' 1', '1e2', '٣'].map((limit): [string, Record<string, string>] => ['limit', { limit }]),
    ...['', 'x', 'bnVsbA', '....', packed(null), packed([]), packed(['email', 'a', id]), packed(['name', 'a']), packed(['name', 'a', 'x']), packed(['name', 1, id]), packed(['name', 'a\0', id]), packed(['name', 'a\ud800', id]), packed(['name', 'a'.repeat(257), id]), packed({ 0: 'name' })].map((cursor): [string, Record<string, string>] => ['cursor', { cursor }]), // prettier-ignore
    ...['2026-02-30T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z', 'infinity', 'now', '', '2026-01-01', '-infinity\0'].map((date): [string, Record<string, string>] => ['cursor', { sort: 'endDate', cursor: packed(['endDate', date, id]) }]), // prettier-ignore
    ...['3', '-1', '1.5', '', 'active', '99999999999'].map((rank): [string, Record<string, string>] => ['cursor', { sort: 'type', cursor: packed(['type', rank, id]) }]), // prettier-ignore
    ['before', { before: 'x' }],
    ['before', { before: packed(['name', 'a', id]), cursor: packed(['name', 'a', id]) }],
  ]
  test('is rejected with 400 at its field', async () => {
    for (const [field, values] of wrong) {
      const answer = await administrator.get(`/api/v1/subscriptions?${query(values)}`)
      const text = await answer.text()
      assert.equal(answer.status, 400, `${JSON.stringify(values)}: ${text}`)
      const { errors, message } = JSON.parse(text) as { message: string; errors: { field: string; message: string }[] }
      assert.equal(errors[0]?.field, field, JSON.stringify(values))
      assert.equal(errors[0].message, message)
    }
  })

  test('a cursor is valid only for its own sort, and remains valid after its row is gone', async () => {
    await clearList(shop)
    await givenListed(
      shop,
      ['A', 'B', 'C'].map((firstName) => ({ firstName, holds: [{}] })),
    )
    const next = await nextOf('/api/v1/subscriptions?limit=1&sort=name')
    const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor') ?? assert.fail('no next page')
    assert.equal((await administrator.get(`/api/v1/subscriptions?sort=company&cursor=${cursor}`)).status, 400)
    await shop.sql("delete from subscribers where first_name = 'A'")
    const rest = await get<Line[]>('subscriptions', { sort: 'name', cursor })
    assert.deepEqual(
      rest.map((line) => line.subscriber.firstName),
      ['B', 'C'],
    )
  })

  test('a cursor with any time or text that could be a key returns a page', async () => {
    for (const [sort, key] of [
      ['endDate', '-infinity'],
      ['endDate', '9999-12-31T23:59:59.999999Z'],
      ['name', ''],
      ['name', '田'.repeat(64)],
      ['status', '5'],
    ]) {
      for (const place of ['cursor', 'before'])
        await get('subscriptions', { sort: sort ?? '', [place]: packed([sort, key, id]) })
    }
  })
})

describe('the rows of the users list', () => {
  async function assertInStep() {
    const columns =
      'id, subscriber_id, bucket, is_first, name_key, email_key, company_key, industry_key, comment_key, start_date, end_date, search, tags'
    const [row] = await shop.sql<{ missing: number; stale: number }>(
      `select (select count(*)::int from (select ${columns} from user_list_source except select ${columns} from user_list_rows) a) as missing,
        (select count(*)::int from (select ${columns} from user_list_rows except select ${columns} from user_list_source) b) as stale`,
    )
    assert.deepEqual(row, { missing: 0, stale: 0 })
  }

  const changes = [
    "update subscribers set first_name = 'Other', email = email || '.other' where id = $1",
    'update subscribers set industry = null, phone_number = null where id = $1',
    "update subscriptions set status = 'cancelled' where subscriber_id = $1",
    "update subscriptions set status = 'expired', end_date = null where subscriber_id = $1",
    "update subscribers set country = 'DE', email_verified_at = null where id = $1",
    "update subscribers set phone_country_code = '+49', phone_number = '301234567' where id = $1",
    'update subscribers set review_since = now() where id = $1',
    "update subscriptions set renewal = 'stopped' where subscriber_id = $1",
    "update subscriptions set latest_comment = 'Noted' where subscriber_id = $1",
    "update subscriptions set terms = jsonb_set(terms, '{type}', '\"subscription\"'), status = 'cancelled' where subscriber_id = $1",
    'update subscriptions set asked_at = created_at where subscriber_id = $1',
    'update subscriptions set subscriber_id = null where subscriber_id = $1',
    'delete from subscriptions where subscriber_id = $1',
    'delete from subscribers where id = $1',
  ]
  test('match the tables after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(persons, { minLength: 1, maxLength: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.constantFrom(...changes)), { maxLength: 12 }),
        async (people, steps) => {
          await clearList(shop)
          const ids = await givenListed(shop, people)
          await assertInStep()
          for (const [who, change] of steps) await shop.sql(change, [ids[who % ids.length]])
          await assertInStep()
        },
      ),
      { numRuns: 40 },
    )
  })

  test('accept any letters that a field allows, of any length', async () => {
    await clearList(shop)
    const long = (letter: string, length: number) => letter.repeat(length)
    for (const letter of ['﷽', '😍', '田', 'Z̮̞̠'])
      await givenListed(shop, [
        {
          firstName: long(letter, 99),
          lastName: long(letter, 99),
          company: long(letter, 99),
          industry: long(letter, 99),
          holds: [{ latestComment: long(letter, 250) }],
        },
      ])
    assert.equal((await list({ sort: 'latestComment' })).length, 4)
    assert.equal((await pagesOf(administrator, '/api/v1/subscriptions?sort=latestComment&limit=1')).length, 4)
    await assertInStep()
  })
})

const support = await givenSupport(shop)
type View = { id: string; name: string; query: string }
const viewsPath = '/api/v1/views'
const viewsOf = async (who: typeof support) =>
  (await read<View[]>(who, viewsPath)).map(({ name, query }) => `${name} ${query}`)

test('each administrator has their own views, sorted by name, and a name exists once in any case [10.41, 10.42, 10.43, 10.44]', async () => {
  for (const name of [' Overdue ', 'all'])
    assert.equal((await act(support, viewsPath, { name, query: 'filters=past_due' })).status, 200)
  assert.equal((await act(administrator, viewsPath, { name: 'overdue', query: '' })).status, 200)
  assert.equal((await act(support, viewsPath, { name: 'OVERDUE', query: '' })).status, 409)
  assert.deepEqual(await viewsOf(support), ['all filters=past_due', 'Overdue filters=past_due'])
  const [first, second] = await read<View[]>(support, viewsPath)
  assert.equal((await act(administrator, `${viewsPath}/${first?.id}`, { name: 'Mine' })).status, 404)
  assert.equal((await act(support, `${viewsPath}/${first?.id}`, { name: 'overdue' })).status, 409)
  assert.equal((await act(support, `${viewsPath}/${second?.id}`, { name: 'Past due' })).status, 200)
  const remove = (who: typeof support) => who.delete(`${viewsPath}/${first?.id}`)
  assert.equal((await remove(administrator)).status, 404)
  assert.equal((await remove(support)).status, 204)
  assert.deepEqual(await viewsOf(support), ['Past due filters=past_due'])
})

test('a view beyond the maximum is refused', async () => {
  await shop.sql(`insert into saved_views (id, account_id, name, query)
    select gen_random_uuid(), account_id, 'view ' || n, '' from saved_views, generate_series(1, 49) n where name = 'overdue'`)
  assert.equal((await act(administrator, viewsPath, { name: 'one more', query: '' })).status, 409)
})

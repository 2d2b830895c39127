import assert from 'node:assert/strict'
import { test } from 'vitest'
import { clearList, givenListed, type ListedPerson } from '../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' })
const administrator = await givenAnAdministrator(shop)

const statistics = { name: 'old-statistics', title: 'Legacy yearly', product: 'statistics' }
const people: ListedPerson[] = [
  {
    firstName: 'Ann',
    country: 'DE',
    holds: [{ type: 'subscription', renewal: 'on', endDate: '2026-11-20', paidUntil: '2026-11-20' }],
  },
  {
    firstName: 'Ben',
    country: 'US',
    holds: [{ type: 'subscription', renewal: 'stopped', endDate: '2026-12-04', paidUntil: '2026-12-04' }],
  },
  {
    firstName: 'Cleo',
    country: 'FR',
    phone: ['+49', '301234567'],
    // Complimentary: it never renewed, so nothing was stopped.
    holds: [{ type: 'subscription', renewal: 'none', plan: statistics, endDate: '2026-12-05' }],
  },
  { firstName: 'Dora', confirmed: false, holds: [{ status: 'pending', startDate: null, endDate: null }] },
  { firstName: 'Emil', review: true },
  { firstName: 'Fay', review: true, confirmed: false },
  { firstName: 'Gus', country: 'NO', holds: [{ type: 'subscription', renewal: 'ended', endDate: '2027-03-01' }] },
  {
    firstName: 'Hal',
    country: 'DK',
    holds: [{ type: 'subscription', status: 'expired', endDate: '2026-10-01', paidUntil: '2026-10-01' }],
  },
]
await clearList(shop)
// Names and addresses without digits, which the searches below look for.
await givenListed(
  shop,
  people.map((person) => ({ lastName: 'Doe', email: `${person.firstName}@desk.example`.toLowerCase(), ...person })),
)

const address = (path: string, values: Record<string, string>) =>
  `/api/v1/${path}?${new URLSearchParams({ include: 'subscribers', ...values }).toString()}`

async function found(values: Record<string, string>): Promise<string> {
  const answer = await administrator.get(address('subscriptions', values))
  const body = await answer.text()
  assert.equal(answer.status, 200, body)
  const lines = JSON.parse(body) as { subscriber: { firstName: string } }[]
  return lines.map(({ subscriber }) => subscriber.firstName).join(' ')
}

const filters: [values: Record<string, string>, found: string][] = [
  [{ plan: 'old-statistics' }, 'Cleo'],
  [{ plan: 'old-statistics,analytics-trial' }, 'Cleo Dora'],
  [{ product: 'analytics' }, 'Ann Ben Dora Gus Hal'],
  [{ country: 'DE' }, 'Ann'],
  [{ country: 'DE,FR', filters: 'subscription' }, 'Ann Cleo'],
  [{ country: 'GB' }, 'Dora Emil Fay'],
  [{ country: 'GB', product: 'analytics' }, 'Dora'],
  [{ filters: 'paying' }, 'Ann Ben'],
  [{ filters: 'paying', country: 'DE' }, 'Ann'],
  [{ filters: 'paying,expired' }, ''],
  [{ filters: 'complimentary' }, 'Cleo Gus'],
  [{ filters: 'paying,complimentary,stopped' }, 'Ben Gus'],
  [{ filters: 'renews' }, 'Ann'],
  [{ filters: 'stopped' }, 'Ben Gus'],
  [{ filters: 'stopped,renews', country: 'US' }, 'Ben'],
  [{ filters: 'unconfirmed' }, 'Dora Fay'],
  [{ filters: 'unconfirmed,pending' }, 'Dora'],
  [{ filters: 'review' }, 'Emil'],
  [{ filters: 'review,active' }, ''],
  [{ endsWithin: '0' }, 'Ann'],
  [{ endsWithin: '14' }, 'Ann Ben'],
  [{ endsWithin: '15', filters: 'active', sort: 'endDate', order: 'desc' }, 'Cleo Ben Ann'],
  [{ endsWithin: '15', filters: 'expired' }, ''],
  [{ country: 'US', search: 'ben' }, 'Ben'],
  [{ country: 'US', search: 'ann' }, ''],
]
for (const [values, expected] of filters)
  test(`list, count, facets and export agree on ${JSON.stringify(values)} [10.7]`, async () => {
    assert.equal(await found(values), expected)
    const names = expected === '' ? [] : expected.split(' ')
    const { sort: _, order: __, ...narrowed } = values
    for (const limit of [{}, { limit: '100' }] as Record<string, string>[]) {
      const count = await administrator.get(address('subscriptions/count', { ...narrowed, ...limit }))
      assert.deepEqual(await count.json(), { count: names.length, exact: true })
    }
    const facets = (await (await administrator.get(address('subscriptions/facets', narrowed))).json()) as {
      counts: { type: string | null; status: string | null; count: number }[]
    }
    const asked = (values['filters'] ?? '').split(',')
    const fits = (word: string | null, all: string[]) =>
      !all.some((one) => asked.includes(one)) || (word !== null && asked.includes(word))
    const left = facets.counts.filter(
      ({ type, status }) =>
        fits(type, ['trial', 'subscription']) && fits(status, ['active', 'pending', 'expired', 'cancelled']),
    )
    assert.equal(
      left.reduce((sum, { count }) => sum + count, 0),
      names.length,
    )
    const file = await (await administrator.get(address('export/csv', values))).text()
    const cells = file.split('\r\n').slice(1, -1)
    assert.deepEqual(
      cells.map((line) => line.split(' ')[0]),
      names,
    )
  })

const searches: [search: string, found: string][] = [
  ['germany', 'Ann'],
  ['Deutsch', 'Ann'],
  ['united states', 'Ben'],
  ['legacy', 'Cleo'],
  ['yearly cleo', 'Cleo'],
  ['yearly ann', ''],
  ['+49301234567', 'Cleo'],
  ['030 123-4567', 'Cleo'],
  ['1234567', 'Cleo'],
  ['(030)', 'Cleo'],
  ['france 4567', 'Cleo'],
]
for (const [search, expected] of searches)
  test(`a search for ${search} finds people by phone, plan or country`, async () => {
    assert.equal(await found({ search }), expected)
    const count = await administrator.get(address('subscriptions/count', { search }))
    assert.deepEqual(await count.json(), { count: expected === '' ? 0 : expected.split(' ').length, exact: true })
  })

test('all plans that people have or had are listed by title, including those no longer sold', async () => {
  const answer = await administrator.get('/api/v1/subscriptions/plans')
  assert.deepEqual(await answer.json(), [
    { name: 'analytics-subscription', title: 'Analytics subscription', product: 'analytics' },
    { name: 'analytics-trial', title: 'Analytics trial', product: 'analytics' },
    statistics,
  ])
})

test('letters without a decomposition are sorted beside their equivalents', async () => {
  await clearList(shop)
  await givenListed(
    shop,
    ['Zola', 'Øyvind', 'Owen', 'Łukasz', 'Mia', 'Đorđe', 'Eva'].map((firstName) => ({ firstName })),
  )
  assert.equal(await found({}), 'Đorđe Eva Łukasz Mia Owen Øyvind Zola')
  assert.equal(await found({ order: 'desc', sort: 'name' }), 'Zola Øyvind Owen Mia Łukasz Eva Đorđe')
})

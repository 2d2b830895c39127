import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, read } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenSupport } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)
type View = { id: string; name: string; query: string }
const path = '/api/v1/views'
const viewsOf = async (who: typeof support) =>
  (await read<View[]>(who, path)).map(({ name, query }) => `${name} ${query}`)

test('each administrator has their own views, sorted by name, and a name exists once in any case [10.41, 10.42, 10.43, 10.44]', async () => {
  for (const name of [' Overdue ', 'all'])
    assert.equal((await act(support, path, { name, query: 'filters=past_due' })).status, 200)
  assert.equal((await act(administrator, path, { name: 'overdue', query: '' })).status, 200)
  assert.equal((await act(support, path, { name: 'OVERDUE', query: '' })).status, 409)
  assert.deepEqual(await viewsOf(support), ['all filters=past_due', 'Overdue filters=past_due'])
  const [first, second] = await read<View[]>(support, path)
  assert.equal((await act(administrator, `${path}/${first?.id}`, { name: 'Mine' })).status, 404)
  assert.equal((await act(support, `${path}/${first?.id}`, { name: 'overdue' })).status, 409)
  assert.equal((await act(support, `${path}/${second?.id}`, { name: 'Past due' })).status, 200)
  const remove = async (who: typeof support) =>
    who.request(`${path}/${first?.id}`, {
      method: 'DELETE',
      headers: { 'x-xsrf-token': who.cookies.get('XSRF-TOKEN') ?? '' },
    })
  assert.equal((await remove(administrator)).status, 404)
  assert.equal((await remove(support)).status, 204)
  assert.deepEqual(await viewsOf(support), ['Past due filters=past_due'])
})

test('a view without a name, with a name that is too long or an invalid query, or beyond the maximum is refused', async () => {
  for (const body of [
    { name: ' ', query: '' },
    { name: 'a'.repeat(61), query: '' },
    { name: 'a', query: 'a b' },
  ])
    assert.equal((await act(administrator, path, body)).status, 400)
  await shop.sql(`insert into saved_views (id, account_id, name, query)
    select gen_random_uuid(), account_id, 'view ' || n, '' from saved_views, generate_series(1, 49) n where name = 'overdue'`)
  assert.equal((await act(administrator, path, { name: 'one more', query: '' })).status, 409)
})

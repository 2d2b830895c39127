import assert from 'node:assert/strict'
import { test } from 'vitest'
import { usersAddress, criteriaQuery, readUsersPlace, top } from './users-place.ts'

test('an address without a query is the whole list at its top', () => {
  const { criteria, position } = readUsersPlace('')
  assert.deepEqual(criteria, { search: '', filters: [], values: {}, sort: null, order: 'asc' })
  assert.equal(position, top)
  assert.equal(usersAddress('/administration/users', criteria), '/administration/users')
})

test('values written into an address are read back from it', () => {
  const criteria = {
    search: 'a&b=ö',
    filters: ['active', 'trial', 'renews', 'review'],
    values: { plan: 'weekly', country: 'DE,FR', endsWithin: '14' },
    sort: 'endDate',
    order: 'desc',
  } as const
  for (const page of [{ cursor: 'c+/=1' }, { before: 'b&2' }]) {
    const position = { row: 5023, page }
    const address = usersAddress('/administration/users', criteria, position)
    assert.deepEqual(readUsersPlace(new URL(address, 'http://x').search), { criteria, position })
  }
})

test('invalid values of an address are ignored', () => {
  const { criteria, position } = readUsersPlace(
    '?filters=active,nonsense&plan=,&country=de&endsWithin=soon&sort=password&order=desc&row=-4&cursor=x',
  )
  assert.deepEqual(criteria, { search: '', filters: ['active'], values: {}, sort: null, order: 'asc' })
  assert.equal(position, top)
  assert.equal(readUsersPlace('?row=5000').position, top)
  assert.deepEqual(readUsersPlace('?row=20').position, { row: 19, page: {} })
})

test('every call includes subscribers without a subscription', () => {
  assert.deepEqual(criteriaQuery(readUsersPlace('').criteria), { include: 'subscribers' })
})

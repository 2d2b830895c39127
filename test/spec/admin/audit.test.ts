import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../support/admin-page.ts'
import { act, givenATrial } from '../../support/admin-calls.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

test('the audit is narrowed by administrator, person and act, and exported alike', async () => {
  const [one, other] = [await givenATrial(shop), await givenATrial(shop)]
  await act(administrator, `comment/${one.id}`, { comment: 'called' })
  await act(administrator, `cancel/${one.id}`, { comment: 'asked for it' })
  await act(administrator, `comment/${other.id}`, { comment: 'called' })
  const lines = (query: string) =>
    read<{ act: string; by: string; email: string }[]>(administrator, `/api/v1/audit${query}`)
  const brief = async (query: string) => (await lines(query)).map(({ act, email }) => `${act} ${email}`)
  assert.deepEqual(await brief(''), [`comment ${other.email}`, `cancel ${one.email}`, `comment ${one.email}`])
  assert.deepEqual(await brief(`?search=${one.email.toUpperCase()}`), [`cancel ${one.email}`, `comment ${one.email}`])
  assert.deepEqual(await brief(`?search=${one.email}&act=comment`), [`comment ${one.email}`])
  assert.equal((await brief('?search=admin@shop')).length, 3)
  assert.deepEqual(await brief('?search=%25'), [], 'a percent sign is one')
  const file = await administrator.get('/api/v1/export/audit?act=cancel')
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
  const [head, line, end] = (await file.text()).split('\r\n')
  assert.equal(head, 'At,By,Act,Person,Person id,Subscription id,Account')
  assert.match(line ?? '', new RegExp(`^[^,]+,admin@shop.example,cancel,${one.email},[^,]+,${one.id},$`))
  assert.equal(end, '')
  assert.deepEqual(await brief('?act=export'), ['export null'], 'the export leaves a line of its own')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../../support/admin/admin-page.ts'
import { act, givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAnAdministrator, givenAShop, givenSupport, whoIs } from '../../support/given.ts'

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
  const all = [`comment ${other.email}`, `cancel ${one.email}`, `comment ${one.email}`]
  assert.deepEqual(await brief(''), [...all, 'sign-in null'])
  assert.deepEqual(await brief(`?search=${one.email.toUpperCase()}`), [`cancel ${one.email}`, `comment ${one.email}`])
  assert.deepEqual(await brief(`?search=${one.email}&act=comment`), [`comment ${one.email}`])
  assert.equal((await brief('?search=admin@shop')).length, 4)
  assert.deepEqual(await brief('?search=%25'), [], 'a percent sign is one')
  const file = await administrator.get('/api/v1/export/audit?act=cancel')
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
  const [head, line, end] = (await file.text()).split('\r\n')
  assert.equal(head, 'At,By,From,Act,Person,Person id,Subscription id,Account,Reason,Amount,Currency,Invoice,Outcome')
  assert.match(
    line ?? '',
    new RegExp(`^[^,]+,admin@shop.example,127\\.0\\.0\\.1,cancel,${one.email},[^,]+,${one.id},,,,,,$`),
  )
  assert.equal(end, '')
  assert.deepEqual(await brief('?act=export'), ['export null'], 'the export leaves a line of its own')
})

test('the audit has from where each administrator acted, for as long as activity is kept, and their sign-ins', async () => {
  const support = await givenSupport(shop)
  const supporter = (await whoIs(support)) ?? ''
  const { id } = await givenATrial(shop)
  await act(support, `comment/${id}`, { comment: 'called' })
  const lines = () =>
    read<{ act: string; by: string; address: string | null }[]>(administrator, `/api/v1/audit?search=${supporter}`)
  const brief = async () => (await lines()).map((line) => `${line.act} ${line.by} ${line.address ?? ''}`)
  assert.deepEqual(await brief(), [`comment ${supporter} 127.0.0.1`, `sign-in ${supporter} 127.0.0.1`])
  assert.ok((await read<unknown[]>(administrator, '/api/v1/audit?search=127.0.0')).length > 1)
  await shop.sql(`update audit set at = at - interval '401 days' where act = 'sign-in' and "by" = $1`, [supporter])
  await shop.catchUp()
  assert.deepEqual(await brief(), [`comment ${supporter} 127.0.0.1`, `sign-in ${supporter} `])
})

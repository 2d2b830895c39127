import assert from 'node:assert/strict'
import { test } from 'vitest'
import { read } from '../../support/admin/admin-page.ts'
import { act, givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAnAdministrator, givenAShop, givenSupport, whoIs } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

test('the audit is filtered by administrator, person and act, and the export has the same lines [10.36]', async () => {
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
  assert.equal(
    head,
    'At,By,From,Act,Person,Person id,Subscription id,Account,Reason,Amount,Currency,Invoice,Outcome,Changes,Account email,Receipt',
  )
  assert.match(
    line ?? '',
    new RegExp(
      `^[^,]+,admin@shop.example,127\\.0\\.0\\.1,cancel,${one.email},[^,]+,${one.id},,asked for it,,,,,status: active → cancelled,,$`,
    ),
  )
  assert.equal(end, '')
  assert.deepEqual(await brief('?act=export'), ['export null'], 'the export leaves a line of its own')
})

test('the audit shows from where each administrator acted, as long as activity is stored, and their sign-ins', async () => {
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

type Line = {
  act: string
  comment: string | null
  accountEmail: string | null
  changes: { field: string; before: string; after: string }[]
  erasure: { number: string; sealed: { kind: string; until: string }[] } | null
}
const lastOf = async (query: string) => (await read<Line[]>(administrator, `/api/v1/audit?limit=1&${query}`))[0]
const briefly = ({ changes }: Line) => changes.map(({ field, before, after }) => `${field}: ${before} > ${after}`)

test('each line has the reason and what changed; both are searchable, and dates filter the list [10.63]', async () => {
  const trial = await givenATrial(shop)
  const comment = 'Asked by phone, ticket 4712.'
  const { endDate } = await act(administrator, `cancel/${trial.id}`, { comment })
  const [day = ''] = String(endDate).split('T')
  const cancelled = await lastOf('search=ticket 4712')
  assert.ok(cancelled)
  assert.deepEqual([cancelled.comment, briefly(cancelled)], [comment, ['status: active > cancelled']])
  await act(administrator, `revive/${trial.id}`, { comment })
  const later = new Date(new Date(day).getTime() + 14 * 86_400_000).toISOString()
  await act(administrator, `extend/${trial.id}`, { comment, endDate: later })
  const extended = await lastOf(`search=${later.slice(0, 10)}`)
  assert.ok(extended)
  assert.deepEqual(briefly(extended), [`endDate: ${day} > ${later.slice(0, 10)}`])
  const { subscriberId = '' } =
    (await read<{ subscriberId: string }[]>(administrator, '/api/v1/audit?limit=1'))[0] ?? {}
  const details = { company: 'Harbour Lights', comment }
  assert.equal((await administrator.post(`/api/v1/subscribers/${subscriberId}/details`, details)).status, 200)
  const corrected = await lastOf('act=correct-details')
  assert.match(corrected ? briefly(corrected).join() : '', /^company: .+ > Harbour Lights$/)
  assert.equal(corrected?.comment, comment)
  await shop.sql(`update audit set at = '2026-01-31T23:59:59Z' where act = 'correct-details'`)
  const between = (days: string) => read<Line[]>(administrator, `/api/v1/audit?${days}`)
  assert.equal((await between('from=2026-01-31&to=2026-01-31&act=correct-details')).length, 1)
  assert.equal((await between('from=2026-02-01&act=correct-details')).length, 0)
  assert.equal((await between('to=2026-01-30&act=correct-details')).length, 0)
  assert.equal((await administrator.get('/api/v1/audit?from=31.01.2026')).status, 400)
  // After erasure, the lines contain neither the person’s name nor texts about them.
  const erased = await administrator.delete(`/api/v1/subscribers/${subscriberId}`)
  assert.equal(erased.status, 204)
  const rest = await shop.sql<Line>(`select comment, changes from audit where subscription_id = $1 order by at`, [
    trial.id,
  ])
  assert.deepEqual(
    rest.map((line) => [line.comment, briefly(line).join()]),
    [
      [null, 'status: active > cancelled'],
      [null, 'status: cancelled > active'],
      [null, `endDate: ${day} > ${later.slice(0, 10)}`],
    ],
  )
  assert.deepEqual(await shop.sql(`select changes from audit where act = 'correct-details'`), [{ changes: null }])
  const receipt = erased.headers.get('location') ?? ''
  const answer = await read<{ number: string; by: string; kept: { kind: string }[] }>(administrator, receipt)
  assert.match(answer.number, /^E-[0-9A-F]{12}$/)
  assert.equal(answer.by, 'admin@shop.example')
  assert.ok(answer.kept.some(({ kind }) => kind === 'events'))
  const line = await lastOf(`search=${answer.number}`)
  assert.deepEqual([line?.act, line?.erasure?.number], ['forget', answer.number])
  assert.equal((await administrator.get('/api/v1/erasures/00000000-0000-4000-8000-000000000000')).status, 404)
})

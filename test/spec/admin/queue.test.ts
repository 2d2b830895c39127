import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, pagesOf, read } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { givenAnUndeliveredMail } from '../../support/servers/given-mail.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Counts = {
  reviews: number
  paymentIssues: number
  mails: number
  jobs: number
  erasures: number
  oldLists: number
}
const counts = () => read<Counts>(administrator, '/api/v1/queue')

/** Creates a failed job: given up, or still retried after so many attempts. */
async function givenAFailedJob(attempts: number, isGivenUp: boolean): Promise<string> {
  const id = crypto.randomUUID()
  await shop.sql(
    `insert into jobs (id, kind, subject, payload, created_at, run_at, attempts, tried_at, last_error, given_up_at)
     values ($1, 'billing-event', $1, '{"type":"x"}', now(), now() + interval '1 hour', $2, now(), 'No such subscription', $3)`,
    [id, attempts, isGivenUp ? new Date() : null],
  )
  return id
}

type Job = { id: string; kind: string; state: string; cause: string; nextTry: string | null }
const failed = () => read<Job[]>(administrator, '/api/v1/jobs/failed')

test('the counts state how many entries of each kind are waiting [10.16]', async () => {
  const before = await counts()
  const { email } = await givenATrialUser(shop, { email: `jane.${crypto.randomUUID()}@gmail.com` })
  await shop.sql(
    "insert into payment_issues (id, kind, payment, since) values (gen_random_uuid(), 'payment-without-use', 'pi_1', now())",
  )
  await givenAnUndeliveredMail(shop, { subscriber: null, to: email })
  await givenAFailedJob(3, true)
  await givenAFailedJob(4, false)
  await givenAFailedJob(5, false)
  assert.deepEqual(await counts(), {
    reviews: before.reviews + 1,
    paymentIssues: before.paymentIssues + 1,
    mails: before.mails + 1,
    jobs: before.jobs + 2,
    erasures: before.erasures,
    oldLists: 0,
  })
})

test('a failed job is shown with its cause, retried, and removed once it has failed permanently', async () => {
  const [given, waits] = [await givenAFailedJob(12, true), await givenAFailedJob(7, false)]
  const shown = (await failed()).filter(({ id }) => id === given || id === waits)
  assert.deepEqual(
    shown.map(({ kind, state, cause, nextTry }) => [kind, state, cause, nextTry !== null]),
    [
      ['billing-event', 'given-up', 'No such subscription', false],
      ['billing-event', 'waiting', 'No such subscription', true],
    ],
  )
  assert.equal((await act(administrator, `/api/v1/jobs/resolve/${waits}`, {})).status, 409)
  assert.equal((await act(administrator, `/api/v1/jobs/retry/${waits}`, {})).status, 202)
  await shop.catchUp()
  assert.ok(!(await failed()).some(({ id }) => id === waits), 'an event about nothing of ours is done')
  assert.equal((await act(administrator, `/api/v1/jobs/resolve/${given}`, {})).status, 204)
  assert.equal((await act(administrator, `/api/v1/jobs/resolve/${given}`, {})).status, 404)
  assert.equal((await act(administrator, `/api/v1/jobs/retry/${given}`, {})).status, 404)
})

test('one of two administrators who resolve a job at the same time succeeds, and the other gets a 404', async () => {
  const job = await givenAFailedJob(12, true)
  const other = await givenAnAdministrator(shop)
  const answers = await Promise.all([administrator, other].map((one) => act(one, `/api/v1/jobs/resolve/${job}`, {})))
  assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['204', '404'])
})

test('payment issues, requests for deletion and failed jobs are read page by page, oldest first, to the last', async () => {
  const since = (select: string) => `timestamptz '2026-01-01T00:00:00Z' + ${select} * interval '1 hour'`
  await shop.sql('delete from payment_issues')
  await shop.sql("delete from jobs where kind = 'billing-event'")
  // Several are of the same time: the id decides.
  await shop.sql(
    `insert into payment_issues (id, kind, payment, since)
     select gen_random_uuid(), 'payment-without-use', 'pi_page' || n, ${since('n / 2')} from generate_series(1, 7) n`,
  )
  await shop.sql(
    `insert into jobs (id, kind, payload, created_at, run_at, attempts, tried_at, last_error, given_up_at)
     select 'evt_page' || n, 'billing-event', '{"type":"x"}', ${since('n / 2')}, now(), 12, now(), 'x', now()
     from generate_series(1, 7) n`,
  )
  const { email } = await givenATrialUser(shop)
  const { email: second } = await givenATrialUser(shop)
  await shop.sql('update subscribers set erasure_requested_at = $2 where email = any($1)', [
    [email, second],
    new Date('2026-01-01T00:00:00Z'),
  ])
  const orders = {
    '/api/v1/payment-issues': 'select i.id from payment_issues i order by i.since, i.id',
    '/api/v1/jobs/failed': "select j.id from jobs j where j.kind = 'billing-event' order by j.created_at, j.id",
    '/api/v1/erasure-requests':
      'select s.id from subscribers s where s.erasure_requested_at is not null order by s.erasure_requested_at, s.id',
  }
  for (const [path, order] of Object.entries(orders)) {
    const pages = await pagesOf<{ id?: string; subscriber?: { id: string } | null }>(administrator, `${path}?limit=1`)
    const all = await shop.sql<{ id: string }>(order)
    assert.ok(all.length > 1, path)
    assert.deepEqual(
      pages.map((page) => page.map(({ id, subscriber }) => id ?? subscriber?.id)),
      all.map(({ id }) => [id]),
      path,
    )
  }
})

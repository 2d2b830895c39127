import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, read } from '../../support/admin/admin-page.ts'
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

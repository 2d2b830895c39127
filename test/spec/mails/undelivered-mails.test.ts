import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { act, idOf, pagesOf, read, type Answer } from '../../support/admin/admin-page.ts'
import { auditPage } from '../../support/admin/admin-calls.ts'
import {
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
} from '../../support/given.ts'
import { givenAnUndeliveredMail, type GivenMail } from '../../support/servers/given-mail.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Shown = {
  id: string
  to: string
  kind: string
  subject: string
  subscriberId: string | null
  created: string
  attempts: number
  lastTried: string | null
  state: 'waiting' | 'given-up'
  nextTry: string | null
  fault: string
  answer: string | null
}
const address = '/api/v1/mails/undelivered'
const list = (query = '') => read<Shown[]>(administrator, address + query)
const retry = (id: string): Promise<Answer> => act(administrator, `/api/v1/mails/retry/${id}`, {})

const secret = 'https://shop.example/identity/activate?token=markedtoken'

const givenAMail = (changes: GivenMail = {}) => givenAnUndeliveredMail(shop, { text: secret, ...changes })
const clear = () => shop.sql("delete from jobs where kind = 'email'")

test('failed emails are listed newest first, with their causes and without their content [10.35]', async () => {
  await clear()
  const { email } = await givenATrialUser(shop)
  const subscriber = await idOf(shop, email)
  const old = await givenAMail({ ago: 30, kind: 'of-the-next-release', fault: 'EENVELOPE' })
  const waits = await givenAMail({ state: 'waiting', ago: 20, fault: 'silent', kind: 'receipt', subscriber })
  const refused = await givenAMail({ to: email.toUpperCase(), ago: 10 })
  await givenAMail({ state: 'new' })
  const shown = await list()
  assert.deepEqual(
    shown.map(({ id }) => id),
    [refused, waits, old],
    'one that was never tried is not late',
  )
  const [first, second, third] = shown
  assert.ok(first && second && third)
  const { created, lastTried, ...rest } = first
  assert.equal(created, lastTried)
  assert.deepEqual(rest, {
    id: refused,
    to: email.toUpperCase(),
    kind: 'activation',
    subject: 'Activate your account',
    subscriberId: subscriber,
    attempts: 3,
    state: 'given-up',
    nextTry: null,
    fault: 'recipient',
    answer: '550 No such mailbox',
  })
  assert.deepEqual(
    [second.state, second.fault, second.kind, second.subscriberId],
    ['waiting', 'silent', 'receipt', subscriber],
  )
  assert.ok(second.nextTry !== null && new Date(second.nextTry) > new Date())
  assert.deepEqual(
    [third.kind, third.fault, third.subscriberId],
    ['other', 'other', null],
    'during an upgrade, an instance may show what a newer one has stored',
  )
  assert.doesNotMatch(JSON.stringify(shown), /markedtoken|activate\?/)
  await clear()
})

test('a state and pages limit the list, and every email is on one page', async () => {
  await clear()
  const ids: string[] = []
  for (let ago = 1; ago <= 5; ago += 1) ids.push(await givenAMail({ ago }))
  await givenAMail({ state: 'waiting' })
  const pages = await pagesOf<Shown>(administrator, `${address}?state=given-up&limit=2`)
  assert.deepEqual(
    pages.map((page) => page.map(({ id }) => id)),
    [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)],
  )
  assert.equal((await list('?state=waiting')).length, 1)
  await clear()
})

test('a permanently failed email is sent once after a retry, and the audit names who retried it', async () => {
  await clear()
  const { email } = await givenARegistration(shop)
  await shop.mailTo(email)
  const id = await givenAMail({ to: email })
  assert.equal((await retry(id)).status, 204)
  await eventually('the mail to be sent', async () =>
    (await shop.mails()).some((mail) => mail.to.includes(email) && mail.text.includes('markedtoken')),
  )
  await eventually(
    'the outbox to be empty',
    async () => (await shop.sql('select 1 from jobs where done_at is null')).length === 0,
  )
  assert.equal(
    (await shop.mails()).filter(({ to, text }) => to.includes(email) && text.includes('markedtoken')).length,
    1,
  )
  const { lines } = await auditPage(administrator)
  const { at: _at, ...line } = lines[0] ?? assert.fail('no line')
  assert.deepEqual(line, {
    by: 'admin@shop.example',
    address: '127.0.0.1',
    act: 'retry-mail',
    subscriberId: await idOf(shop, email),
    email,
    subscriptionId: null,
    account: null,
    comment: null,
    refund: null,
    accountEmail: null,
    changes: [],
    erasure: null,
  })
  assert.deepEqual(
    await unchanged(shop, () => retry(id), ['sessions']).then(({ status }) => status),
    404,
    'sent, it is not here any more',
  )
})

test('an email that several administrators retry at the same time is sent once', async () => {
  await clear()
  const database = await shop.sql<{ n: number }>('select count(*)::int as n from audit')
  const id = await givenAMail()
  const answers = await Promise.all([retry(id), retry(id), retry(id), retry(id)])
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join(' '))
  // It was sent meanwhile, so it is gone.
  assert.ok(
    statuses.every((status) => [204, 404, 409].includes(status)),
    statuses.join(' '),
  )
  const after = await shop.sql<{ n: number }>('select count(*)::int as n from audit')
  assert.equal((after[0]?.n ?? 0) - (database[0]?.n ?? 0), 1)
})

test('retrying a pending email returns 409, an unknown one 404, and nothing changes', async () => {
  await clear()
  const id = await givenAMail({ state: 'waiting' })
  const task = randomUUID()
  await shop.sql(
    `insert into jobs (id, kind, payload, created_at, run_at) values ($1, 'billing', '{"task":"refund","payment":"pi_none"}', now(), now() + interval '1 day')`,
    [task],
  )
  // The provider's events about the catalogue may still arrive.
  const rows = async () =>
    JSON.stringify([
      await shop.sql("select * from jobs where kind <> 'billing-event' order by id"),
      await shop.sql('select * from audit order by id'),
    ])
  const before = await rows()
  for (const [wrong, status, message] of [
    [id, 409, 'This email is already being retried.'],
    [task, 404, 'Not found.'],
    [randomUUID(), 404, 'Not found.'],
    ['nothing', 404, 'Not found.'],
    ["'; drop table jobs; --", 404, 'Not found.'],
  ] as const) {
    const answer = await retry(encodeURIComponent(wrong))
    assert.deepEqual([answer.status, answer.message], [status, message], wrong)
  }
  assert.equal((await act(administrator, `/api/v1/mails/retry/${id}`, { comment: 'Now' })).status, 400)
  assert.equal(await rows(), before)
  await shop.sql('delete from jobs')
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act, idOf, pagesOf, read } from '../../support/admin/admin-page.ts'
import {
  checkOut,
  eventsOf,
  givenABuyer,
  givenASubscriber,
  heldBy,
  payOn,
  settled,
} from '../../support/billing/given-buyer.ts'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  type GivenPerson,
} from '../../support/given.ts'
import { overThere, provider } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
let people = 0

type Review = { subscriber: { id: string; email: string }; since: string; reasons: { kind: string; text: string }[] }
type Decided = { status: number; message: string }

/** Creates a person with a personal address and, if given, another name or company. */
async function givenSomebodyHeld(changes: Record<string, unknown> = {}): Promise<GivenPerson & { id: string }> {
  people += 1
  const person = await givenATrialUser(shop, { email: `held.person.${people}@gmail.com`, ...changes })
  return { ...person, id: await idOf(shop, person.email) }
}

const queue = (query = '') => read<Review[]>(administrator, `/api/v1/reviews${query}`)
/** Returns the rows of every page, two at a time. */
const pages = async (query: string) => (await pagesOf<Review>(administrator, `/api/v1/reviews?limit=2&${query}`)).flat()
const waits = async (id: string) => (await queue(`?subscriber=${id}`))[0]
const decide = (how: 'approve' | 'refuse', id: string, body: object = { comment: 'Seen.' }): Promise<Decided> =>
  act(administrator, `/api/v1/reviews/${how}/${id}`, body)
const statuses = async ({ visitor }: { visitor: GivenPerson['visitor'] }) =>
  (await heldBy(visitor)).map(({ subscription }) => subscription.status)
const idOfHeld = async (person: GivenPerson) => (await heldBy(person.visitor))[0]?.subscription.id ?? ''

test('a person on hold is in the queue once the address is confirmed, with the reasons, until approved [10.20]', async () => {
  const unproved = await givenARegistration(shop, { email: 'not.yet@gmail.com' })
  assert.equal(await waits(await idOf(shop, unproved.email)), undefined)

  const person = await givenSomebodyHeld()
  const waiting = await waits(person.id)
  assert.ok(waiting)
  assert.equal(waiting.subscriber.email, person.email)
  assert.deepEqual(waiting.reasons, [
    {
      kind: 'personal-email',
      key: 'personal-email:gmail.com:bottling northwind',
      holds: true,
      text: 'gmail.com is a personal email provider',
    },
  ])
  assert.deepEqual(await statuses(person), ['pending'])

  const approved = await decide('approve', person.id, { comment: ' Known to sales. ', since: waiting.since })
  assert.equal(approved.status, 200)
  assert.equal(await waits(person.id), undefined)
  assert.deepEqual(await statuses(person), ['active'])
  const [trial] = await heldBy(person.visitor)
  assert.ok(trial?.subscription.endDate, 'its days count from now')
  assert.deepEqual(await eventsOf(shop, trial.subscription.id), [
    `PENDING_SUBSCRIPTION_CREATED ${person.email}`,
    'SUBSCRIPTION_ACTIVATED system',
    'INITIAL_END_DATE_SET system',
  ])
  await shop.mailTo(person.email, 'Your account has been approved')
  const [latest, ...earlier] = await read<
    { occasion: string; outcome: string; decidedBy: string; comment: string | null }[]
  >(administrator, `/api/v1/subscribers/${person.id}/checks`)
  assert.deepEqual(
    [latest?.occasion, latest?.outcome, latest?.decidedBy, latest?.comment],
    ['review', 'PASS', 'admin@shop.example', 'Known to sales.'],
  )
  assert.deepEqual(
    earlier.map(({ occasion, outcome }) => `${occasion} ${outcome}`),
    ['activation PENDING', 'registration PENDING'],
  )
  const audit = await shop.sql('select by, act from audit where subscriber_id = $1', [person.id])
  assert.deepEqual(audit, [{ by: 'admin@shop.example', act: 'approve' }])
})

test('an exception applies to later checks; a new finding needs a review about that finding only', async () => {
  const person = await givenSomebodyHeld()
  await decide('approve', person.id)
  assert.equal((await checkOut(person.visitor)).status, 200)
  // The company matches a list, and under its new name the domain has not been cleared either.
  await shop.sql("update subscribers set first_name = 'Ilse', last_name = 'Vantongeren' where id = $1", [person.id])
  assert.equal((await person.visitor.get('/api/v1/download/analytics')).status, 403)
  assert.deepEqual(await statuses(person), ['pending'], 'held')
  assert.deepEqual(
    (await waits(person.id))?.reasons.map(({ kind }) => kind),
    ['list'],
  )
  assert.equal((await decide('approve', person.id)).status, 200)
  assert.deepEqual(await statuses(person), ['active'])
  await shop.sql("update subscribers set company = 'Another Company' where id = $1", [person.id])
  await person.visitor.get('/api/v1/download/analytics')
  assert.deepEqual(
    (await waits(person.id))?.reasons.map(({ kind }) => kind),
    ['personal-email'],
  )
})

test('a person flagged for review is not on hold, and is not notified', async () => {
  const person = await givenSomebodyHeld({
    email: 'olena@northwind-bottling.example',
    country: 'UA',
    phone: { countryCode: '+380', phoneNumber: '501234567' },
  })
  assert.deepEqual(await statuses(person), ['active'])
  assert.deepEqual(
    (await waits(person.id))?.reasons.map(({ kind }) => kind),
    ['country-look'],
  )
  assert.equal((await decide('approve', person.id)).status, 200)
  await person.visitor.get('/api/v1/download/analytics')
  assert.equal(await waits(person.id), undefined)
  await settled(shop)
  assert.deepEqual(
    (await shop.mails()).filter(({ to, subject }) => to.includes(person.email) && subject.includes('approved')),
    [],
  )
})

test('clearing a person after a failed check does not apply to later checks', async () => {
  const person = await givenSomebodyHeld()
  await shop.sql('update screening_checks set reasons = $2 where subscriber_id = $1', [
    person.id,
    JSON.stringify([{ kind: 'unscreened', key: 'unscreened', holds: true, text: 'The check could not be made' }]),
  ])
  assert.equal((await decide('approve', person.id)).status, 200)
  assert.deepEqual(await shop.sql('select 1 from screening_exceptions where subscriber_id = $1', [person.id]), [])
})

test('a refused person loses subscriptions, is notified without the reason, and stays refused until approved [10.20]', async () => {
  const person = await givenSomebodyHeld()
  const id = await idOfHeld(person)
  assert.equal((await decide('refuse', person.id, { comment: 'Not who they say.' })).status, 200)
  assert.deepEqual(await statuses(person), ['cancelled'])
  assert.equal((await eventsOf(shop, id)).at(-1), 'SUBSCRIPTION_CANCELLED admin@shop.example')
  assert.equal(await waits(person.id), undefined)
  const mail = await shop.mailTo(person.email, 'Your account was not approved')
  assert.doesNotMatch(mail.text, /Not who they say|gmail|list/)

  const again = await unchanged(shop, () => decide('refuse', person.id), ['sessions'])
  assert.equal(again.status, 409)
  assert.match(again.message, /^This person has already been refused\. Last changed by admin@shop\.example on /)
  await person.visitor.get('/api/v1/download/analytics')
  assert.equal(await waits(person.id), undefined, 'a check does not ask about the refused')

  assert.equal((await decide('approve', person.id)).status, 200, 'support can grant an exception')
  assert.equal((await act(administrator, `/api/v1/subscriptions/revive/${id}`, { comment: 'Sorry.' })).status, 200)
  assert.deepEqual(await statuses(person), ['active'])
})

test('an active person can be refused, and a paid subscription that has started is not refunded', async () => {
  const buyer = await givenASubscriber(shop)
  const [row] = await shop.sql<{ payment: string }>('select payment from subscriptions where id = $1', [buyer.id])
  assert.equal((await decide('refuse', await idOf(shop, buyer.email))).status, 200)
  await settled(shop)
  assert.deepEqual(await statuses(buyer), ['cancelled'])
  const { data } = await provider().charges.list({ payment_intent: row?.payment ?? '' })
  assert.equal(data[0]?.refunded, false)
})

test('a refusal closes the payment page that was open; a payment on it nevertheless is refunded, and the row is cancelled', async () => {
  for (const how of ['in time', 'too late'] as const) {
    const buyer = await givenABuyer(shop)
    const id = await idOf(shop, buyer.email)
    const { to } = await checkOut(buyer.visitor)
    if (how === 'too late') await shop.sql("update subscribers set dpl_status = 'FAIL' where id = $1", [id])
    else assert.equal((await decide('refuse', id)).status, 200)
    await settled(shop)
    if (how === 'in time') {
      assert.equal((await buyer.visitor.get(to)).status, 410, 'the page takes no payment')
      assert.deepEqual(await heldBy(buyer.visitor), [])
      continue
    }
    assert.equal((await payOn(buyer.visitor, to)).status, 303)
    await settled(shop)
    assert.deepEqual(await statuses(buyer), ['cancelled'])
    const [row] = await shop.sql<{ payment: string }>('select payment from subscriptions where subscriber_id = $1', [
      id,
    ])
    const { data } = await provider().charges.list({ payment_intent: row?.payment ?? '' })
    assert.equal(data[0]?.refunded, true)
    const mails = (await shop.mails()).filter(({ to: address }) => address.includes(buyer.email))
    assert.ok(!mails.some(({ text }) => text.includes('starts as soon as')), 'no mail promises a start')
  }
})

test('a person who matches a list gets no automatic refund: it awaits an administrator, unless the entry was cleared before', async () => {
  const about = async (id: string) =>
    (
      await shop.sql<{ about: string }>('select kind as about from payment_issues where subscription_id = $1', [id])
    ).map((matter) => matter.about)
  for (const { holds, cleared, expected } of [
    { holds: true, cleared: false, expected: { refunded: false, waits: ['refund-forbidden'] } },
    { holds: true, cleared: true, expected: { refunded: true, waits: [] } },
    { holds: false, cleared: false, expected: { refunded: true, waits: [] } },
  ]) {
    const buyer = await givenASubscriber(shop)
    const id = await idOf(shop, buyer.email)
    await shop.sql("update subscriptions set start_date = null, end_date = null, status = 'pending' where id = $1", [
      buyer.id,
    ])
    await shop.sql("update subscribers set dpl_status = 'PENDING', review_since = $2 where id = $1", [id, new Date()])
    const found = { kind: 'list', key: 'list:Sandbox sample list:SAMPLE-1', holds, text: 'Matches SAMPLE-1' }
    await shop.sql('update screening_checks set reasons = $2 where subscriber_id = $1', [id, JSON.stringify([found])])
    if (cleared) await shop.sql("insert into screening_exceptions values ($1, $2, 'x', now())", [id, found.key])
    const [row] = await shop.sql<{ payment: string }>('select payment from subscriptions where id = $1', [buyer.id])
    assert.equal((await decide('refuse', id)).status, 200)
    await settled(shop)
    const { data } = await provider().charges.list({ payment_intent: row?.payment ?? '' })
    assert.deepEqual({ refunded: data[0]?.refunded, waits: await about(buyer.id) }, expected)
  }
})

test('a purchase whose payment went back before the approval is cancelled and does not start', async () => {
  for (const how of ['administrator', 'administrator, to end it', 'dashboard'] as const) {
    const buyer = await givenABuyer(shop)
    const id = await idOf(shop, buyer.email)
    const { to } = await checkOut(buyer.visitor)
    // A check that puts the person on hold at the moment of the payment.
    await shop.sql("update subscribers set dpl_status = 'PENDING', review_since = $2 where id = $1", [id, new Date()])
    assert.equal((await payOn(buyer.visitor, to)).status, 303)
    await settled(shop)
    const [held] = await heldBy(buyer.visitor)
    assert.ok(held?.subscription.status === 'pending')
    const { id: owned } = held.subscription
    const [row] = await shop.sql<{ payment: string }>('select payment from subscriptions where id = $1', [owned])
    if (how === 'dashboard') await provider().refunds.create({ payment_intent: row?.payment ?? '' })
    else {
      // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in JSON; a body is never awaited
      const atPeriodEnd = { comment: 'Wrong plan.', then: 'end-of-period' }
      const refused = await act(administrator, `/api/v1/subscriptions/refund/${owned}`, atPeriodEnd)
      assert.deepEqual([refused.status, refused.message], [409, 'This subscription is not running.'])
      const refund = { comment: 'Wrong plan.', cancel: how === 'administrator, to end it' }
      assert.equal((await act(administrator, `/api/v1/subscriptions/refund/${owned}`, refund)).status, 200)
    }
    await settled(shop)
    assert.deepEqual(await statuses(buyer), ['cancelled'], how)
    const events = await eventsOf(shop, owned)
    assert.deepEqual(
      events.map((event) => event.split(' ')[0]),
      ['PENDING_SUBSCRIPTION_CREATED', 'SUBSCRIPTION_CANCELLED'],
    )
    const there = await overThere(shop, { id: owned })
    assert.ok(there.status === 'canceled' || there.cancel_at_period_end, 'nothing more is charged')

    assert.equal((await decide('approve', id)).status, 200)
    assert.deepEqual(await eventsOf(shop, owned), events)
    const undone = await act(administrator, `/api/v1/subscriptions/revive/${owned}`, { comment: 'Sorry.' })
    assert.equal(undone.status, 409)
    assert.equal((await checkOut(buyer.visitor)).status, 200, 'it can be bought again')
  }
})

test('a decision without anything to decide returns 409, also if the address is not confirmed', async () => {
  const fine = await givenATrialUser(shop)
  const unproved = await givenARegistration(shop, { email: 'still.not@gmail.com' })
  for (const { email } of [fine, unproved]) {
    const id = await idOf(shop, email)
    const refused = await unchanged(shop, () => decide('approve', id), ['sessions'])
    assert.deepEqual([refused.status, refused.message], [409, 'This person is not waiting for a decision.'])
  }
})

test('of two administrators at the same time one decides, and the other gets a 409', async () => {
  for (const second of ['approve', 'refuse'] as const) {
    const person = await givenSomebodyHeld()
    const { since } = (await waits(person.id)) ?? {}
    const body = { comment: 'Seen.', since }
    const answers = await Promise.all([decide('approve', person.id, body), decide(second, person.id, body)])
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409],
      second,
    )
    const checks = await read<{ occasion: string }[]>(administrator, `/api/v1/subscribers/${person.id}/checks`)
    assert.equal(checks.filter(({ occasion }) => occasion === 'review').length, 1)
  }
})

test('the queue is searched by name, address and company', async () => {
  const person = await givenSomebodyHeld({
    email: 'zofie_nov@gmail.com',
    firstName: 'Žofie',
    lastName: 'Nováková',
    company: 'Ten Clubs',
  })
  for (const search of ['zofie nov', 'ŽOFIE', 'zofie_n', 'ten c', 'en clubs'])
    assert.ok(
      (await queue(`?search=${encodeURIComponent(search)}`)).some(({ subscriber }) => subscriber.id === person.id),
      search,
    )
  for (const search of ['nobody', 'zofie%nov', 'ten_clubs', 'zofi_'])
    assert.deepEqual(await queue(`?search=${encodeURIComponent(search)}`), [], search)
})

test('a decision about an unknown person, or another state of the review, is refused and changes nothing', async () => {
  const person = await givenSomebodyHeld()
  const decided = 'Another administrator has already decided about this person. Reload the page.'
  const rows: [path: string, body: object, status: number, message: string][] = [
    [person.id, { comment: 'Yes', since: null }, 409, decided],
    [crypto.randomUUID(), { comment: 'Yes' }, 404, 'Not found.'],
    ['nobody', { comment: 'Yes' }, 404, 'Not found.'],
  ]
  await unchanged(shop, async () => {
    for (const how of ['approve', 'refuse'] as const)
      for (const [id, body, status, message] of rows) {
        const answer = await decide(how, id, body)
        assert.deepEqual([answer.status, answer.message], [status, message], JSON.stringify(body))
      }
  }, ['sessions'])
})

test('list matches on hold come first, the best match first, then other holds and flagged people, or the longest wait; all are filtered and counted [10.21]', async () => {
  const company = `Order ${Date.now()}`
  const domain = `order-${Date.now()}.example`
  const named = (name: string, changes: Record<string, unknown>) =>
    givenSomebodyHeld({ company, email: `${name}@${domain}`, firstName: 'Ann', lastName: 'Orderly', ...changes })
  const other = await named('other', { email: `other.${Date.now()}@gmail.com` })
  const flagged = await named('flagged', { country: 'UA', phone: { countryCode: '+380', phoneNumber: '501234567' } })
  const near = await named('near', { firstName: 'Zoltan Luis', lastName: 'Karnovac' })
  const exact = await named('exact', { firstName: 'Zoltan', lastName: 'Karnovak' })
  const later = await named('later', { email: `later.${Date.now()}@gmail.com` })
  const all = [other, flagged, near, exact, later]
  for (const [at, { id }] of all.entries())
    await shop.sql('update subscribers set review_since = review_since - make_interval(days => $2) where id = $1', [
      id,
      10 - at,
    ])
  // Only the country requires a review of this person.
  await shop.sql("update subscribers set dpl_status = 'PASS' where id = $1", [flagged.id])
  await shop.sql("update subscribers set dpl_status = 'PENDING' where id = any($1)", [[near.id, exact.id]])
  const search = `search=${encodeURIComponent(company)}`
  const found = async (query: string) =>
    (await pages(`${search}&${query}`)).map(({ subscriber }) => all.findIndex(({ id }) => id === subscriber.id))
  for (const [query, expected] of Object.entries({
    '': [3, 2, 0, 4, 1],
    'order=match': [3, 2, 0, 4, 1],
    'order=since': [0, 1, 2, 3, 4],
    'reason=list': [3, 2],
    'reason=domain': [0, 4],
    'reason=country': [1],
    'reason=other': [],
    'state=held': [3, 2, 0, 4],
    'state=flagged': [1],
    'state=held&reason=country': [],
  }))
    assert.deepEqual(await found(query), expected, query)
  // A cursor is valid only for its own order.
  const first = await administrator.get(`/api/v1/reviews?limit=2&${search}`)
  const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? assert.fail('no next page')
  assert.equal((await administrator.get(`/api/v1/reviews?limit=2&${search}&order=since&cursor=${cursor}`)).status, 400)
  const counted = async (query: string) =>
    (await read<{ counts: unknown }>(administrator, `/api/v1/reviews/counts?${search}&${query}`)).counts
  const reasons = { list: 2, domain: 2, country: 1, correction: 0, other: 0 }
  assert.deepEqual(await counted(''), { reasons, states: { held: 4, flagged: 1 } })
  assert.deepEqual(await counted('reason=country'), { reasons, states: { held: 0, flagged: 1 } })
  const held = { ...reasons, country: 0 }
  assert.deepEqual(await counted('state=held'), { reasons: held, states: { held: 4, flagged: 1 } })
})

const decideOn = (how: 'approve' | 'refuse' | 'withdraw', id: string, comment = 'Seen.') =>
  act(administrator, `/api/v1/reviews/${how}/${id}`, { comment })
const kindsOf = async (id: string) =>
  (await read<Review[]>(administrator, `/api/v1/reviews?subscriber=${id}`)).flatMap(({ reasons }) =>
    reasons.map(({ kind }) => kind),
  )

async function givenSomebodyApproved(changes: Record<string, unknown>) {
  const person = await givenATrialUser(shop, changes)
  const id = await idOf(shop, person.email)
  assert.equal((await decideOn('approve', id)).status, 200)
  const [trial] = await heldBy(person.visitor)
  return { ...person, id, trial: trial?.subscription.id ?? assert.fail('no trial') }
}

test('a withdrawn approval puts the person on hold again, with its reasons, and notifies them without a reason [10.22]', async () => {
  const person = await givenSomebodyApproved({
    email: 'zk@northwind-bottling.example',
    firstName: 'Zoltan',
    lastName: 'Karnovak',
  })
  const { approved } = await read<{ approved: { by: string } | null }>(
    administrator,
    `/api/v1/subscribers/${person.id}`,
  )
  assert.equal(approved?.by, 'admin@shop.example')
  assert.equal((await decideOn('withdraw', person.id, 'Wrong person approved')).status, 200)
  assert.deepEqual(await kindsOf(person.id), ['withdrawn', 'list'])
  assert.equal((await heldBy(person.visitor))[0]?.subscription.status, 'pending')
  assert.deepEqual((await eventsOf(shop, person.trial)).slice(-1), ['SUBSCRIPTION_MARKED_PENDING system'])
  const mail = await shop.mailTo(person.email, 'review')
  assert.doesNotMatch(mail.text, /list|approval|Wrong person/i)
  const [line] = await read<{ act: string; comment: string }[]>(administrator, `/api/v1/audit?search=${person.email}`)
  assert.equal(line?.act, 'withdraw-approval')

  const again = await unchanged(shop, () => decideOn('withdraw', person.id), ['sessions'])
  assert.deepEqual(
    [again.status, again.message],
    [409, 'There is no approval to withdraw: this person is not approved.'],
  )
  assert.equal((await decideOn('approve', person.id)).status, 200)
  assert.deepEqual(await kindsOf(person.id), [])
  assert.equal((await heldBy(person.visitor))[0]?.subscription.status, 'active')
})

test('no check releases a person whose approval was withdrawn, even one that finds nothing', async () => {
  const person = await givenSomebodyApproved({ email: 'somebody@gmail.com' })
  assert.equal((await decideOn('withdraw', person.id)).status, 200)
  // This company and address match nothing any longer.
  await shop.sql("update subscribers set company = 'Gmail' where id = $1", [person.id])
  await shop.sql("update screening_checks set reasons = '[]' where subscriber_id = $1", [person.id])
  assert.equal((await person.visitor.get('/api/v1/download/analytics')).status, 403)
  assert.equal((await heldBy(person.visitor))[0]?.subscription.status, 'pending')
  assert.ok((await kindsOf(person.id)).includes('withdrawn'))
})

test('a second approval clears the domain again, even after a check between the first and its withdrawal', async () => {
  const first = await givenSomebodyApproved({ email: 'first@wingtip.example', company: 'Lucerne' })
  assert.equal((await first.visitor.get('/api/v1/download/analytics')).status, 200)
  assert.equal((await decideOn('withdraw', first.id)).status, 200)
  assert.deepEqual(await kindsOf(first.id), ['withdrawn', 'domain'])
  assert.equal((await decideOn('approve', first.id)).status, 200)
  assert.equal((await first.visitor.get('/api/v1/download/analytics')).status, 200)
  const next = await givenATrialUser(shop, { email: 'next@wingtip.example', company: 'Lucerne' })
  assert.deepEqual(await kindsOf(await idOf(shop, next.email)), [])
})

test('a withdrawn approval leaves the domains that an earlier one cleared', async () => {
  const first = await givenATrialUser(shop, { email: 'first@litware.example', company: 'Proseware' })
  const second = await givenATrialUser(shop, { email: 'second@litware.example', company: 'Proseware' })
  for (const { email } of [first, second])
    assert.equal((await decideOn('approve', await idOf(shop, email))).status, 200)
  assert.equal((await decideOn('withdraw', await idOf(shop, second.email))).status, 200)
  const next = await givenATrialUser(shop, { email: 'next@litware.example', company: 'Proseware' })
  assert.deepEqual(await kindsOf(await idOf(shop, next.email)), [])
})

test('a person whom a check put on hold after an approval has no approval to withdraw', async () => {
  const person = await givenSomebodyApproved({ email: 'renamed@gmail.com' })
  const details = { firstName: 'Zoltan', lastName: 'Karnovak', comment: 'As in the passport' }
  assert.equal((await act(administrator, `/api/v1/subscribers/${person.id}/details`, details)).status, 200)
  assert.deepEqual(await kindsOf(person.id), ['list'])
  const again = await unchanged(shop, () => decideOn('withdraw', person.id), ['sessions'])
  assert.equal(again.status, 409)
  assert.deepEqual(await kindsOf(person.id), ['list'])
})

test('a person who was not approved, was refused since, or is unknown has no approval to withdraw', async () => {
  const person = await givenATrialUser(shop, { email: 'waits@gmail.com' })
  const id = await idOf(shop, person.email)
  assert.equal((await decideOn('withdraw', id)).status, 409)
  const refused = await givenSomebodyApproved({ email: 'refused@gmail.com' })
  assert.equal((await decideOn('refuse', refused.id)).status, 200)
  assert.equal((await decideOn('withdraw', refused.id)).status, 409)
  assert.equal((await decideOn('withdraw', crypto.randomUUID())).status, 404)
  assert.equal((await decideOn('withdraw', refused.id, '')).status, 400)
})

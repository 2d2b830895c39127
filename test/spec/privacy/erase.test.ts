import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import pg from 'pg'
import { openRecord } from '../../../server/store/subscribers/sealed-records.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { act, everyRow, forget, idOf, read } from '../../support/admin/admin-page.ts'
import {
  active,
  cards,
  checkOut,
  givenABuyer,
  givenASubscriber,
  heldBy,
  payOn,
  settled,
} from '../../support/billing/given-buyer.ts'
import {
  aRegistration,
  activate,
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  signIn,
  testSealing,
  whoIs,
} from '../../support/given.ts'
import { provider } from '../../support/billing/paying.ts'
import { unchanged } from '../../support/unchanged.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

const markers = {
  email: 'zebulon.quarles@vexillology-works.example',
  firstName: 'Zebulon',
  lastName: 'Quarles',
  company: 'Vexillology Works',
  phoneNumber: '7911222333',
  jobTitle: 'Markedjobtitle',
  industry: 'Markedindustry',
  state: 'Markedstate',
  street: 'Markedstreet 7',
  cardholder: 'Z Quarlesmith',
  postalCode: 'ZQ9 8XV',
  cancelled: 'markedcancelcomment',
  commented: 'markedcomment',
  approved: 'markedapproval',
  settled: 'markedsettling',
  refunded: 'markedrefundcomment',
  refundedTo: 'markedcardbrand',
  queuedMail: 'markedqueuedmail',
  failedMail: 'markedfailedmail',
  formerMail: 'markedformermail',
  mailError: 'markedmailerror',
  mailAnswer: 'markedmailanswer',
  customerNote: 'markedcustomernote',
  customerPhone: '+445550199',
  checkReason: 'markedcheckreason',
  cardNotice: '4929 2031-07-31',
}

/** Creates a person about whom every table has data. */
async function givenSomebodyMarked() {
  const { email, firstName, lastName, company, phoneNumber } = markers
  const profile = { email, firstName, lastName, company, phone: { countryCode: '+44', phoneNumber } }
  const { visitor } = await givenATrialUser(shop, profile)
  const id = await idOf(shop, email)
  const { to } = await checkOut(visitor, 'analytics-monthly')
  const { cardholder: name, postalCode } = markers
  assert.equal((await payOn(visitor, to, cards.pays, { name, postalCode })).status, 303)
  const { id: paid } = await active(visitor)
  const open = await checkOut(visitor, 'statistics-annual')
  await shop.sql(
    'update subscribers set job_title = $2, industry = $3, state = $4, billing_address = $5 where id = $1',
    [id, markers.jobTitle, markers.industry, markers.state, { line1: markers.street, city: 'Tulsa' }],
  )
  const elsewhere = shop.visitor()
  await signIn(elsewhere, email)
  // Registers again under the same address in capitals, which counts as the same.
  await shop.visitor().post('/api/v1/users', { ...profile, email: email.toUpperCase() })

  const [trial] = await shop.sql<{ id: string }>(
    "select id from subscriptions where subscriber_id = $1 and type = 'trial'",
    [id],
  )
  const acts = [
    await act(administrator, `/api/v1/subscriptions/comment/${paid}`, { comment: markers.commented }),
    await act(administrator, `/api/v1/subscriptions/cancel/${trial?.id}`, { comment: markers.cancelled }),
  ]
  assert.deepEqual(
    acts.map(({ status }) => status),
    [200, 200],
  )
  const view = { name: 'Asked', query: `search=${encodeURIComponent(email.toUpperCase())}&sort=name` }
  assert.equal((await act(administrator, '/api/v1/views', view)).status, 200)
  // The claim of another issuer about a person who is no subscriber yet.
  await shop.sql(
    `insert into audit (id, at, "by", act, account, comment)
     select gen_random_uuid(), now(), 'https://issuer.example', 'give-role', subject, 'SUBSCRIPTION_ADMIN ' || email from accounts where email = $1`,
    [email],
  )
  await shop.sql('update subscribers set review_since = $2 where id = $1', [id, new Date()])
  await act(administrator, `/api/v1/reviews/approve/${id}`, { comment: markers.approved })
  const matter = crypto.randomUUID()
  await shop.sql(
    "insert into payment_issues (id, subscription_id, kind, payment, since) values ($1, $2, 'payment-without-use', null, now())",
    [matter, paid],
  )
  await act(administrator, `/api/v1/payment-issues/resolve/${matter}`, { comment: markers.settled })
  await shop.sql(
    `insert into payments (id, subscription_id, kind, payment, state, amount, currency, at, comment)
     values (gen_random_uuid(), $1, 'refund', 'pi_returned', 'done', 100, 'usd', now(), $2)`,
    [paid, markers.refunded],
  )
  // A refused refund of a payment that bought nothing: no subscription leads to its person.
  const card = { brand: markers.refundedTo, lastDigits: '4242' }
  const tell = { subscriber: id, subscription: null, plan: 'Parallax Analytics', card }
  const refund = JSON.stringify({ task: 'refund', payment: 'pi_stray', tell })
  const stray = crypto.randomUUID()
  await shop.sql(
    "insert into payment_issues (id, kind, payment, task, since) values ($1, 'task-refused', 'pi_stray', $2, now())",
    [stray, refund],
  )
  await act(administrator, `/api/v1/payment-issues/resolve/${stray}`, { comment: markers.refunded })
  await shop.sql("update screening_checks set reasons = $2 where subscriber_id = $1 and occasion = 'registration'", [
    id,
    JSON.stringify([{ kind: 'domain', key: 'domain:x', holds: true, text: markers.checkReason }]),
  ])
  await settled(shop)
  const mail = async (text: string, given: string | null, to = email.toUpperCase(), subscriber: string | null = null) =>
    shop.sql(
      `insert into jobs (id, kind, subscriber_id, payload, created_at, run_at, last_error, given_up_at, answer)
       values (gen_random_uuid(), 'email', $5, $1, now(), now() + interval '1 day', $2, $3, $4)`,
      [
        JSON.stringify({ to, subject: text, text, html: text }),
        given,
        given && new Date(),
        given && markers.mailAnswer,
        subscriber,
      ],
    )
  await shop.sql("insert into sent_notices (subscription_id, notice, about) values ($1, 'card-expiring', $2)", [
    paid,
    markers.cardNotice,
  ])
  await shop.sql(
    `insert into jobs (id, kind, subscriber_id, payload, created_at, run_at, given_up_at)
     values (gen_random_uuid(), 'billing', $1, $2, now(), now(), now())`,
    [id, refund],
  )
  await mail(markers.queuedMail, null)
  await mail(markers.failedMail, markers.mailError)
  await mail(markers.formerMail, null, 'former.address@acme.example', id)
  const toAnother = JSON.stringify({ to: 'another.person@acme.example', subject: 'to another' })
  await shop.sql(
    `insert into jobs (id, kind, payload, created_at, run_at, given_up_at)
     values (gen_random_uuid(), 'email', $1, now(), now(), now())`,
    [toAnother],
  )
  const [row] = await shop.sql<{ customer: string }>(
    'select payment_customer as customer from subscribers where id = $1',
    [id],
  )
  const customer = row?.customer ?? ''
  await provider().customers.update(customer, { description: markers.customerNote, phone: markers.customerPhone })
  return { id, visitor, elsewhere, paid, trial: trial?.id ?? '', customer, open: open.to }
}

async function atProvider(customer: string): Promise<string> {
  const stripe = provider()
  const shown = [
    await stripe.customers.retrieve(customer),
    await stripe.customers.list({ limit: 100 }),
    await stripe.checkout.sessions.list({ limit: 100 }),
    await stripe.invoices.list({ limit: 100 }),
    await stripe.charges.list({ limit: 100 }),
    await stripe.paymentIntents.list({ limit: 100 }),
    await stripe.subscriptions.list({ limit: 100, status: 'all' }),
    await stripe.events.list({ limit: 100 }),
  ]
  return JSON.stringify(shown)
}

const found = (where: string | readonly string[]) =>
  Object.entries(markers)
    .filter(([, marker]) => [where].flat().some((text) => text.toLowerCase().includes(marker.toLowerCase())))
    .map(([name]) => name)

test('a person with data everywhere is found nowhere after erasure, except in retained evidence [1.15, 7.14]', async () => {
  const person = await givenSomebodyMarked()
  assert.deepEqual(
    found([...(await everyRow(shop)), await atProvider(person.customer)]),
    Object.keys(markers),
    'planted',
  )

  type Counted = { kind: string; count: number; until?: string }
  type Preview = Record<'removed' | 'kept' | 'sealed', Counted[]> & { ended: { id: string; status: string }[] }
  const preview = await read<Preview>(administrator, `/api/v1/subscribers/${person.id}/forget-preview`)
  const counts = (part: Counted[]) => Object.fromEntries(part.map(({ kind, count }) => [kind, count]))
  assert.deepEqual(counts(preview.removed), {
    profile: 1,
    accounts: 1,
    sessions: 2,
    mails: 3,
    activity: 5,
    comments: 5,
    'trial-tokens': 1,
    'payment-pages': 2,
    'payment-customer': 1,
    'audit-entries': 5,
  })
  assert.deepEqual(
    preview.ended.map(({ id, status }) => [id, status]),
    [[person.paid, 'active']],
  )
  assert.deepEqual(Object.keys(counts(preview.sealed)).toSorted(), ['acceptances', 'checks', 'purchases'])

  assert.equal((await forget(administrator, person.id)).status, 204)
  await settled(shop)
  assert.deepEqual(found(await everyRow(shop, ['sealed_records'])), [])
  assert.deepEqual(found(await atProvider(person.customer)), [])
  assert.deepEqual(found(shop.log), [])
  assert.deepEqual(found(readFileSync(join(shop.dataDir, 'forgotten.ledger'), 'utf8')), [])

  const sealed = await shop.sql<{ id: string; kind: string; content: object; sealed_at: Date; keep_until: Date }>(
    'select * from sealed_records order by kind',
  )
  assert.deepEqual(
    sealed.map(({ kind }) => kind),
    ['acceptances', 'checks', 'purchases'],
  )
  assert.deepEqual(found(await everyRow(shop)), [], 'and that is not to be read in the database')
  for (const { id, content } of sealed)
    assert.ok(JSON.stringify(openRecord(testSealing, id, content)).includes(markers.lastName))
  const checks = sealed.find(({ kind }) => kind === 'checks')
  const { records } = openRecord(testSealing, checks?.id ?? '', checks?.content)
  assert.ok(records.some((record) => (record as { thresholds?: unknown }).thresholds))
  for (const { sealed_at: from, keep_until: to } of sealed) assert.equal(to.getUTCFullYear() - from.getUTCFullYear(), 5)

  for (const path of [
    `/api/v1/subscribers/${person.id}`,
    `/api/v1/subscribers/${person.id}/checks`,
    `/api/v1/subscribers/${person.id}/forget-preview`,
    `/api/v1/subscriptions/${person.paid}`,
    `/api/v1/subscriptions/events/${person.paid}`,
    `/api/v1/subscriptions/user?id=${person.id}`,
  ])
    assert.equal((await administrator.get(path)).status, 404, path)
  for (const visitor of [person.visitor, person.elsewhere]) assert.equal(await whoIs(visitor), null)
  const back = shop.visitor()
  const refused = await signIn(back, markers.email)
  assert.match(await refused.text(), /not right|wrong|do not match|incorrect/i)
  assert.equal(await whoIs(back), null)

  const { data } = await provider().subscriptions.list({ customer: person.customer, status: 'all' })
  assert.deepEqual(
    data.map(({ status }) => status),
    ['canceled'],
    'nothing more is charged',
  )
  const gone = await fetch(person.open)
  assert.equal(gone.status, 410, 'nobody can pay on the page that was open')

  const [books] = await shop.sql(
    "select status, subscriber_id, end_date is not null as dated, terms ->> 'priceMinor' as price, latest_comment from subscriptions where id = $1",
    [person.paid],
  )
  assert.deepEqual(books, {
    status: 'cancelled',
    subscriber_id: null,
    dated: true,
    price: '14900',
    latest_comment: null,
  })
  const others = await shop.sql(
    `delete from jobs where payload ->> 'to' like '%@acme.example' returning payload ->> 'subject' as subject`,
  )
  assert.deepEqual(others, [{ subject: 'to another' }])
  const refunds = await shop.sql("delete from jobs where payload ->> 'payment' = 'pi_stray' returning payload")
  assert.deepEqual(refunds, [{ payload: { task: 'refund', payment: 'pi_stray' } }])
  const audit = await shop.sql("select by, act, subscriber_id, subscription_id from audit where act = 'forget'")
  assert.deepEqual(audit, [{ by: 'admin@shop.example', act: 'forget', subscriber_id: null, subscription_id: null }])

  assert.equal((await forget(administrator, person.id)).status, 404, 'a second time there is nobody')
})

test('a person who registers again after erasure is new, except that the trial counts as used', async () => {
  const { email } = await givenATrialUser(shop)
  assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
  assert.equal((await shop.visitor().get(`/api/v1/users/search/${email}`)).status, 404)
  const back = await givenARegistration(shop, { email })
  await eventually('a second activation mail', async () => {
    const mails = await shop.mails()
    return mails.filter(({ to, subject }) => to.includes(email) && subject.includes('Activate')).length === 2
  })
  await activate(shop, back.visitor, email)
  const { subscriptions } = await read<{ subscriptions: unknown[] }>(back.visitor, '/api/v1/subscriptions/user')
  assert.deepEqual(subscriptions, [])
  await shop.mailTo(email, 'Your trial has expired')
})

test('a trial that awaited approval and never began counts as used too', async () => {
  const { email } = await givenATrialUser(shop, { email: 'waits.for.ever@gmail.com' })
  assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
  const remembered = await shop.sql('select product from trial_history where product = $1', ['analytics'])
  assert.ok(remembered.length > 0)
  await givenARegistration(shop, { email })
  await shop.mailTo(email, 'Your trial has expired')
})

test('a paid subscription that never began is refunded', async () => {
  const { id, email, visitor } = await givenASubscriber(shop)
  await shop.sql("update subscriptions set start_date = null, end_date = null, status = 'pending' where id = $1", [id])
  await shop.sql("update subscribers set dpl_status = 'PENDING' where email = $1", [email])
  const [row] = await shop.sql<{ payment: string }>('select payment from subscriptions where id = $1', [id])
  assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
  await settled(shop)
  const { data } = await provider().charges.list({ payment_intent: row?.payment ?? '' })
  assert.equal(data[0]?.refunded, true)
  assert.equal(await whoIs(visitor), null)
  const told = await shop.sql<{ subject: string | null; data: Record<string, unknown> }>(
    "select subject, data from messages where type = 'payment.refunded' and data ->> 'subscription' = $1",
    [id],
  )
  assert.deepEqual(
    told.map((message) => [message.subject, message.data['payment'], message.data['status']]),
    [[null, row?.payment, 'cancelled']],
    'other systems learn of the refund, and not of whom',
  )
})

test('an address that was never confirmed leaves no retained evidence', async () => {
  const { email } = await givenARegistration(shop)
  const sealed = () => shop.sql('select id from sealed_records order by id')
  const before = await sealed()
  assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
  assert.deepEqual(await sealed(), before)
  assert.deepEqual(
    (await everyRow(shop)).filter((row) => row.includes(email)),
    [],
  )
})

test('erasing a registration whose address was never confirmed removes no account of the address’s owner', async () => {
  const { visitor } = await givenATrialUser(shop, { email: 'colleague@shop.example' })
  await shop.sql("delete from accounts where email = 'colleague@shop.example'")
  await shop.sql("update subscribers set email_verified_at = null where email = 'colleague@shop.example'")
  assert.equal(await whoIs(visitor), null)
  assert.equal((await forget(administrator, await idOf(shop, 'colleague@shop.example'))).status, 204)
  const back = shop.visitor()
  await signIn(back, 'colleague@shop.example')
  assert.equal(await whoIs(back), 'colleague@shop.example')
})

test('a payment that the provider collects before it receives the end of the subscription is refunded', async () => {
  const { id, email } = await givenASubscriber(shop)
  const [row] = await shop.sql<{ payment: string; provider: string }>(
    'select payment, provider_subscription as provider from subscriptions where id = $1',
    [id],
  )
  assert.equal((await forget(administrator, await idOf(shop, email))).status, 204)
  await settled(shop)
  const refunded = async () => (await provider().charges.list({ payment_intent: row?.payment ?? '' })).data[0]?.refunded
  const reported = () =>
    shop.sql(
      `insert into jobs (id, kind, subject, payload, created_at, run_at)
       values (gen_random_uuid(), 'billing-event', 'subscription:' || $1::text,
         jsonb_build_object('type', 'invoice.paid', 'about', jsonb_build_object('subscription', $1::text)), now(), now())`,
      [row?.provider],
    )
  await reported()
  await settled(shop)
  assert.equal(await refunded(), false, 'what was paid while they were known stays')
  await shop.sql("update subscriptions set paid_until = paid_until - interval '1 month' where id = $1", [id])
  await reported()
  await settled(shop)
  assert.equal(await refunded(), true)
})

/** Returns all rows except the evidence and the message that tells other systems whom to erase. */
const leftRows = async () =>
  (await everyRow(shop, ['sealed_records'])).filter((row) => !row.includes(',subscriber.erased,'))

test('a request about the person during the erasure does not stop it and leaves nothing', async () => {
  const { email } = await givenATrialUser(shop)
  const [buyer, reader, subject] = [await givenABuyer(shop), await givenATrialUser(shop), await givenATrialUser(shop)]
  const [held] = await heldBy(subject.visitor)
  const comment = `/api/v1/subscriptions/comment/${held?.subscription.id}`
  const [newcomer, trial] = [aRegistration(), { name: 'analytics-trial' }]
  const visitor = shop.visitor()
  const registered = await visitor.post('/api/v1/users', newcomer, { 'x-selected-product': trial.name })
  const { trialToken } = (await registered.json()) as { trialToken: string }
  const database = new pg.Client({ connectionString: shop.databaseUrl })
  await database.connect()
  const waiting = (many: number) =>
    eventually(`${many} waiting`, async () => {
      const [row] = await shop.sql<{ many: number }>(
        "select count(*)::int as many from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return row?.many === many
    })
  const headers = { 'x-trial-token': trialToken }
  const doings = [
    [email, () => signIn(shop.visitor(), email)],
    [buyer.email, () => checkOut(buyer.visitor)],
    [reader.email, () => reader.visitor.get('/api/v1/download/analytics')],
    [subject.email, () => administrator.post(comment, { comment: `About ${subject.email}` })],
    [newcomer.email, () => visitor.post('/api/v1/plans/analytics-trial/checkout', trial, headers)],
  ] as const
  try {
    for (const [address, doing] of doings) {
      const id = await idOf(shop, address)
      await database.query('begin')
      await database.query('select from subscribers where id = $1 for update', [id])
      const forgetting = forget(administrator, id)
      await waiting(1)
      const done = doing()
      await waiting(2)
      await database.query('commit')
      assert.equal((await forgetting).status, 204)
      assert.ok((await done).status < 500, address)
      await settled(shop)
      const left = (await leftRows()).filter((row) => row.includes(address) || row.includes(id))
      assert.deepEqual(left, [])
      assert.deepEqual((await provider().customers.list({ email: address })).data, [])
    }
  } finally {
    await database.end()
  }
})

test('administrators cannot erase themselves, but can erase each other', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const id = await idOf(shop, email)
  await shop.sql("update accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1", [email])
  await shop.sql("update identity_accounts set role = 'SUBSCRIPTION_ADMIN' where email = $1", [email])
  const { id: trial } = await givenATrial(shop)
  assert.equal((await act(visitor, `/api/v1/subscriptions/comment/${trial}`, { comment: 'By hand' })).status, 200)
  // They also acted under an earlier address.
  const earlier = `earlier.${email}`
  await shop.sql(
    'insert into administrator_addresses (email, email_key, account_id) select $1, $1, id from accounts where email = $2',
    [earlier, email],
  )
  await shop.sql('update subscribers set earlier_emails = array[$2] where id = $1', [id, earlier])
  await shop.sql(`insert into audit (id, at, "by", act) values (gen_random_uuid(), now(), $1, 'sign-in')`, [earlier])
  const refused = await unchanged(shop, () => forget(visitor, id), ['sessions'])
  assert.deepEqual([refused.status, /Ask another administrator/.test(refused.message)], [409, true])
  assert.equal((await forget(administrator, id)).status, 204)
  const left = (await everyRow(shop, ['sealed_records'])).filter((row) => row.includes(email))
  assert.deepEqual(left, [], 'what they did stays, without them')
  const [acts] = await shop.sql<{ id: string; content: unknown }>(
    "select id, content from sealed_records where kind = 'acts'",
  )
  const { records } = openRecord(testSealing, acts?.id ?? '', acts?.content)
  assert.deepEqual(records.map((one) => (one as { act: string }).act).toSorted(), ['comment', 'sign-in'])
})

test('erasure removes saved views that lead to the person, and keeps those that find others too', async () => {
  const { email } = await givenATrialUser(shop, { firstName: 'Zébediah-Luc', lastName: 'Smithers' })
  await givenATrialUser(shop, { firstName: 'Ann', lastName: 'Smithers' })
  const id = await idOf(shop, email)
  for (const [name, search, filters] of [
    ['longer', `x${email}`],
    ['whole', email],
    ['called', 'smithers zebediah-luc'],
    ['plain', 'zebediah luc smithers'],
    ['half', 'zebediah'],
    ['common', 'smithers'],
    ['filtered', '', 'zebediah'],
  ]) {
    const query = new URLSearchParams({ search: search ?? '', filters: filters ?? '' }).toString()
    assert.equal((await act(administrator, '/api/v1/views', { name: `${name} ${id}`, query })).status, 200)
  }
  assert.equal((await forget(administrator, id)).status, 204)
  const left = await shop.sql<{ name: string }>('select name from saved_views where name like $1 order by name', [
    `%${id}`,
  ])
  assert.deepEqual(
    left.map(({ name }) => name.split(' ')[0]),
    ['common', 'filtered', 'longer'],
  )
})

test('erasure removes saved views that search for the person’s phone number, or for their number or id of a payment', async () => {
  const { id: paid, email } = await givenASubscriber(shop)
  await givenATrialUser(shop, { phone: { countryCode: '+44', phoneNumber: '7700911999' } })
  const id = await idOf(shop, email)
  await shop.sql("update subscribers set phone_country_code = '+44', phone_number = '7700911461' where id = $1", [id])
  const [ids] = await shop.sql<Record<'customer' | 'subscription' | 'invoice' | 'payment', string>>(
    `select s.payment_customer as customer, x.provider_subscription as subscription, p.invoice_number as invoice, p.payment
     from subscriptions x join subscribers s on s.id = x.subscriber_id join payments p on p.subscription_id = x.id
     where x.id = $1 and p.kind = 'charge'`,
    [paid],
  )
  assert.ok(ids)
  const leading = {
    phone: '+44 (0)7700 911-461',
    local: '07700/911461',
    spaced: '07700 911 461',
    part: '911461',
    ...ids,
    invoice: ids.invoice.toLowerCase(),
  }
  const others = { shared: '07700 911', short: '1461', unknown: 'cus_unknown1' }
  for (const [name, search] of Object.entries({ ...leading, ...others })) {
    const query = new URLSearchParams({ search }).toString()
    assert.equal((await act(administrator, '/api/v1/views', { name: `${name} ${id}`, query })).status, 200)
  }
  assert.equal((await forget(administrator, id)).status, 204)
  const left = await shop.sql<{ name: string }>('select name from saved_views where name like $1 order by name', [
    `%${id}`,
  ])
  assert.deepEqual(
    left.map(({ name }) => name.split(' ')[0]),
    ['shared', 'short', 'unknown'],
  )
})

test('erasure keeps saved views that find others too, in any script', async () => {
  const { email } = await givenATrialUser(shop, { firstName: 'प्रिया', lastName: 'أحمدي' })
  await givenATrialUser(shop, { firstName: 'प्रिया', lastName: 'Verma' })
  await givenATrialUser(shop, { firstName: 'Meera', lastName: 'أحمدي' })
  const id = await idOf(shop, email)
  for (const search of ['प्रिया', 'أحمدي', 'प्रिया أحمدي', 'प्रिया احمدي']) {
    const query = new URLSearchParams({ search }).toString()
    assert.equal((await act(administrator, '/api/v1/views', { name: `${search} ${id}`, query })).status, 200)
  }
  assert.equal((await forget(administrator, id)).status, 204)
  const left = await shop.sql<{ name: string }>('select name from saved_views where name like $1', [`%${id}`])
  assert.deepEqual(left.map(({ name }) => name.replace(` ${id}`, '')).toSorted(), ['أحمدي', 'प्रिया'].toSorted())
})

test('an address given up by one person and used by another now is not erased with the first', async () => {
  const { email } = await givenATrialUser(shop)
  const id = await idOf(shop, email)
  const { email: successor } = await givenATrialUser(shop)
  await shop.sql('update subscribers set earlier_emails = array[$2] where id = $1', [id, successor])
  await shop.sql(`insert into audit (id, at, "by", act) values (gen_random_uuid(), now(), $1, 'approve')`, [successor])
  assert.equal((await forget(administrator, id)).status, 204)
  assert.deepEqual(await shop.sql('select act from audit where "by" = $1', [successor]), [{ act: 'approve' }])
  // This also holds once the other person has given the address up in turn.
  const { email: third } = await givenATrialUser(shop)
  const thirdId = await idOf(shop, third)
  await shop.sql('update subscribers set earlier_emails = array[$2] where id = $1', [thirdId, `once.${successor}`])
  await shop.sql('update subscribers set earlier_emails = array[$2] where email = $1', [successor, `once.${successor}`])
  await shop.sql(`insert into audit (id, at, "by", act) values (gen_random_uuid(), now(), $1, 'approve')`, [
    `once.${successor}`,
  ])
  assert.equal((await forget(administrator, thirdId)).status, 204)
  assert.equal((await shop.sql('select 1 from audit where "by" = $1', [`once.${successor}`])).length, 1)
})

import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { personColumns } from '../../../domain/person/fields.ts'
import { dataPageWords as german } from '../../../i18n/de/account/data-page.ts'
import { dataPageWords as english } from '../../../i18n/en/account/data-page.ts'
import { givenAShop, givenATrialUser, password, givenAnAdministrator } from '../../support/given.ts'
import { createProgram } from '../../support/licence/program.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()

const path = '/api/v1/account/export'
type Data = Record<string, unknown> & { profile: Record<string, unknown> }

const ownColumns =
  'correction billing_address vat_id earlier_emails erasure_requested_at language registered_at email_verified_at reminders_stopped_at'

/** A table with data about a person: its place in their data, the included columns, and the omitted ones. */
type Place = { in: string; has: string; hasNot: string }
const columnsOf = ({ has, hasNot }: Place) => `${has} ${hasNot}`.split(' ').toSorted()

/** For each table, its place, or why it has none. */
const tables: Record<string, Place | { not: string }> = {
  subscribers: {
    in: 'profile',
    has: `${personColumns.join(' ')} ${ownColumns}`,
    hasNot:
      'id email_key dpl_status denied_country registration registered_in payment_customer review_since approval_withdrawn_at correction_since',
  },
  email_changes: {
    in: 'profile',
    has: 'email',
    hasNot: 'subscriber_id token_hash old_token_hash requested_by requested_at confirmed_at agreed_at expires_at',
  },
  email_restores: { not: 'hashes of links to addresses that are in profile' },
  accounts: {
    in: 'accounts',
    has: 'issuer subject',
    hasNot: 'id subscriber_id email first_name last_name role',
  },
  sessions: {
    in: 'sessions',
    has: 'browser created_at seen_at',
    hasNot: 'id account_id provider_session id_token auth_time acr amr',
  },
  devices: {
    in: 'devices',
    has: 'product name system version approved_at seen_at lease_until file_until released_at',
    hasNot: 'id subscriber_id jkt seq used_hash issued_hash used_proofs released_by',
  },
  device_grants: { not: 'requests of programs, gone within an hour; a device that was allowed is in devices' },
  client_checks: { not: 'ids that pages made, without a person; gone within a day' },
  api_keys: {
    in: 'apiKeys',
    has: 'name scopes created_at expires_at last_used_at last_used_from revoked_at',
    hasNot: 'id hash created_by replaces',
  },
  webhook_endpoints: {
    in: 'webhooks',
    has: 'url description created_at',
    hasNot:
      'id types secret old_secret old_until state failing_since off_reason off_since last_success_at paced_until created_by',
  },
  webhook_deliveries: { not: 'messages on their way to other systems, which name a person by an id alone' },
  messages: { not: 'what other systems are told of a person, whom they name by an id alone' },
  idempotency: { not: 'sealed responses to programs and browsers, gone within a day or two' },
  licence_keys: { not: 'keys that sign licences' },
  orders: {
    in: 'orders',
    has: 'terms state created_at',
    hasNot:
      'id subscriber_id subscription_id product session address answered expires_at asked_at processing_at left_over started',
  },
  subscriptions: {
    in: 'subscriptions',
    has: 'terms status created_at start_date end_date renewal',
    hasNot:
      'id subscriber_id plan product type held_since extended_by_owner granted_until latest_comment paid_until payment paid_back_until disputed withheld_until owed_until owed provider_subscription provider_period_end provider_ended_at provider_charging billing_price payment_state next_charge_at next_amount next_discount next_credit next_currency retry_at pay_url asked_at',
  },
  events: {
    in: 'subscriptions',
    has: 'type at data',
    hasNot: 'subscription_id number added_by',
  },
  payments: {
    in: 'subscriptions',
    has: 'kind state amount currency at invoice_number',
    hasNot: 'id subscription_id provider_id payment invoice tax period_start period_end by comment outcome failure',
  },
  activities: {
    in: 'activity',
    has: 'at kind data',
    hasNot: 'id subscriber_id by',
  },
  birth_date_requests: {
    in: 'profile',
    has: 'asked_at birth_date',
    hasNot: 'subscriber_id asked_by token_hash expires_at answered_at',
  },
  screening_checks: {
    in: 'screening',
    has: 'at occasion outcome person birth_date',
    hasNot: 'id subscriber_id lists thresholds reasons decided_by comment last_checked_at repeats',
  },
  acceptances: {
    in: 'accepted',
    has: 'document version address accepted_at from_address',
    hasNot: 'id subscriber_id',
  },
  jobs: { not: 'emails on their way are in activities; the rest names ids that are gone once it is done' },
  audit: { not: 'what administrators did: the vendor’s own record' },
  administrator_addresses: { not: 'addresses under which administrators acted, which are in profile' },
  brand_changes: { not: 'what administrators changed of the brand: the vendor’s own record' },
  saved_views: { not: 'how an administrator looks at the list: of the vendor’s work' },
  first_approvals: { not: 'what an administrator decided until another confirms it; that they did is in screening' },
  screening_exceptions: {
    not: 'what an administrator decided: the vendor’s own record; that they did is in screening',
  },
  payment_issues: {
    not: 'what an administrator is to look at: the vendor’s own record of a payment that is in subscriptions',
  },
  sent_notices: { not: 'remembers that an email went out, which is in activities' },
  user_list_rows: { not: 'a copy of subscribers and subscriptions for the list' },
  trial_tokens: { not: 'secrets, good for ten minutes' },
  trial_history: { not: 'a keyed hash, which nobody can tell the person from' },
  cleared_domains: { not: 'a keyed hash of a company and its domain' },
  rate_limits: { not: 'counters under keyed hashes and addresses, gone within hours' },
  sealed_records: { not: 'of people who are erased' },
  identity_accounts: { not: 'email and name as in accounts and profile, with the hash of the password' },
  identity_links: { not: 'hashes of one-time links' },
  identity_objects: { not: 'sealed sessions and codes of the identity provider; those here are in sessions' },
  identity_keys: { not: 'keys of the identity provider' },
  identity_factors: {
    not: 'administrators’ second factors: sealed secrets, and what they call their passkeys, which their own page shows',
  },
  identity_recovery_codes: { not: 'hashes of administrators’ recovery codes' },
  clock: { not: 'names nobody' },
  screening_lists: { not: 'official lists' },
  screening_list_alarms: { not: 'names nobody' },
  screening_faults: { not: 'names nobody' },
  screening_runs: { not: 'names nobody' },
  figure_movements: { not: 'sums' },
  figure_counts: { not: 'sums' },
  figure_state: { not: 'names nobody' },
}

/** Creates an API key and a webhook endpoint of a person who was formerly an administrator. */
const givenAKeyOf = (email: string) =>
  shop.sql(
    `insert into api_keys (id, name, hash, scopes, created_by, created_at, expires_at)
     select substr(md5($1), 1, 8), 'CRM sync', '', '{reports:read}', id, now(), now() + interval '1 year'
     from accounts where email = $1`,
    [email],
  )
const givenAnEndpointOf = (email: string) =>
  shop.sql(
    `insert into webhook_endpoints (id, url, description, types, secret, state, created_by, created_at)
     select substr(md5($1), 1, 8), 'https://crm.example/hooks', 'CRM', '{}', '', 'off', id, now()
     from accounts where email = $1`,
    [email],
  )

describe('a person’s own data', () => {
  test('includes every table with something about the person, or states the reason why not, with a name for every key in both languages [10.4]', async () => {
    const rows = await shop.sql<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%migration%'`,
    )
    assert.deepEqual(rows.map(({ name }) => name).toSorted(), Object.keys(tables).toSorted())
    const owner = await givenASubscriber(shop)
    await owner.visitor.post('/api/v1/account/profile', { address: { line1: 'Main St 1', city: 'Tulsa' } })
    const to = `new.${owner.email}`
    await owner.visitor.post('/api/v1/account/email', { email: to, password })
    await shop.catchUp()
    await (await createProgram(shop)).signIn(owner.visitor)
    await givenAKeyOf(owner.email)
    await givenAnEndpointOf(owner.email)
    const data = (await (await owner.visitor.get(path)).json()) as Data
    for (const [table, place] of Object.entries(tables)) {
      if ('not' in place) continue
      const part = data[place.in]
      assert.ok(Array.isArray(part) ? part.length > 0 : part, `${table} in ${place.in}`)
    }
    assert.deepEqual(
      [data.profile['newEmail'], data.profile['invoiceAddress']],
      [to, { line1: 'Main St 1', line2: '', postalCode: '', city: 'Tulsa' }],
    )
    const kinds = (data['activity'] as { kind: string }[]).map(({ kind }) => kind)
    for (const kind of ['email', 'sign-in', 'request-email-change']) assert.ok(kinds.includes(kind), kind)
    const [check] = data['screening'] as { occasion: string; outcome: string }[]
    assert.deepEqual(Object.keys(check ?? {}), ['at', 'occasion', 'outcome', 'profile'])
    assert.equal(check?.outcome, 'approved')
    type Exported = { plan: { price: number }; payments: { amount: number }[]; history: unknown[] }
    const [subscription] = data['subscriptions'] as Exported[]
    assert.ok(subscription && subscription.history.length > 0)
    assert.equal(subscription.payments[0]?.amount, subscription.plan.price, 'without tax, in the same unit')
    const keys = new Set<string>()
    JSON.stringify(data, (key: string, value: unknown) => {
      if (key !== '' && !/^\d+$/.test(key)) keys.add(key)
      return value
    })
    for (const { labels } of [english, german])
      assert.deepEqual(
        [...keys].filter((key) => !labels.has(key)),
        [],
      )
    assert.deepEqual([...german.labels.keys()], [...english.labels.keys()])
    assert.deepEqual([...german.values.keys()], [...english.values.keys()])
  })

  test('includes every column of these tables, or leaves it out on purpose', async () => {
    const rows = await shop.sql<{ table: string; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
       where table_schema = 'public' group by table_name`,
    )
    const columns = new Map(rows.map((row) => [row.table, row.columns.toSorted()]))
    for (const [table, place] of Object.entries(tables))
      if ('in' in place) assert.deepEqual(columns.get(table), columnsOf(place), table)
  })

  test('can be read as a page in either language, with typed text escaped [10.4]', async () => {
    const { visitor, email } = await givenATrialUser(shop, { company: 'Me & Sons' })
    const answer = await visitor.get(`${path}?format=html`)
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    const page = await answer.text()
    assert.ok(page.includes(email) && page.includes('Me &amp; Sons'))
    assert.match(page, /<h2>Screening<\/h2>/)
    const deutsch = await (await visitor.get(`${path}?format=html`, { 'accept-language': 'de' })).text()
    assert.match(deutsch, /<h2>Prüfung<\/h2>/)
    assert.equal((await visitor.get(`${path}?format=pdf`)).status, 400)
    assert.equal((await shop.visitor().get(`${path}?format=html`)).status, 401)
  })
})

const jane = await givenATrialUser(shop, {
  country: 'US',
  state: 'TX',
  phone: { countryCode: '+1', phoneNumber: '5551234567' },
})
const other = await givenATrialUser(shop)
const administrator = await givenAnAdministrator(shop)
const nobody = '00000000-0000-4000-8000-000000000000'

type Owned = { plan: Record<string, unknown>; subscription: Record<string, unknown> }
type Answer = { subscriber: Record<string, unknown> | null; subscriptions: Owned[] }
const ask = (who: TestVisitor, id?: string) =>
  who.get(`/api/v1/subscriptions/user${id === undefined ? '' : `?id=${encodeURIComponent(id)}`}`)
const answered = async (response: Response) => {
  assert.equal(response.status, 200)
  return (await response.json()) as Answer
}
const idOf = async (who: TestVisitor) => String((await answered(await ask(who))).subscriber?.['id'])

describe('GET /api/v1/subscriptions/user', () => {
  test('returns the subscriber and their subscriptions, without internal data, also by their own id [3.8, 7.22]', async () => {
    const response = await ask(jane.visitor)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const own = await answered(response)
    assert.deepEqual(await answered(await ask(jane.visitor, await idOf(jane.visitor))), own)
    const { subscriber, subscriptions } = own
    const { id, ...rest } = subscriber ?? {}
    assert.match(String(id), /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      email: jane.email,
      firstName: 'Jane',
      lastName: 'Doe',
      company: 'Northwind Bottling',
      country: 'US',
      state: 'TX',
      phone: { countryCode: '+1', phoneNumber: '5551234567' },
      industry: 'Energy',
      jobTitle: 'Data scientist',
    })
    const [held, ...more] = subscriptions
    assert.equal(more.length, 0)
    assert.deepEqual(held?.plan, {
      name: 'analytics-trial',
      title: 'Parallax Analytics trial',
      product: 'analytics',
      type: 'trial',
      durationInDays: 30,
      price: 0,
      currency: 'usd',
      recurringInterval: null,
      recurringIntervalCount: null,
    })
    assert.deepEqual(Object.keys(held.subscription).toSorted(), [
      'createdDate',
      'endDate',
      'extendableTo',
      'id',
      'inGrace',
      'payment',
      'renews',
      'startDate',
      'status',
    ])
  })

  test('returns 403 to a person for another, an unknown or a malformed id, 404 to an administrator for the last two, and 401 without a session [6.2, 7.22]', async () => {
    const theirs = await idOf(other.visitor)
    for (const id of [theirs, theirs.toUpperCase()]) assert.equal((await ask(jane.visitor, id)).status, 403)
    assert.equal((await answered(await ask(administrator, theirs))).subscriber?.['email'], other.email)
    for (const id of [nobody, 'nonsense', '', "' or 1=1 --", '__proto__']) {
      assert.equal((await ask(jane.visitor, id)).status, 403, id)
      assert.equal((await ask(administrator, id)).status, 404, id)
    }
    const response = await ask(shop.visitor(), theirs)
    assert.deepEqual(
      [response.status, ((await response.json()) as { message: string }).message],
      [401, 'Please sign in first.'],
    )
  })

  test('returns no subscriptions for an administrator who never registered', async () => {
    assert.deepEqual(await answered(await ask(administrator)), { subscriber: null, subscriptions: [] })
  })
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract, type CallName } from '../../../contract/contract.ts'
import { keyScopes } from '../../../domain/api-key.ts'
import { acts, reasonActs } from '../../../domain/subscription/acts.ts'
import { scopesOf, type Row } from '../../../contract/rows/row.ts'
import { errorMessages } from '../../../i18n/en/errors.ts'
import { act, idOf } from '../../support/admin/admin-page.ts'
import { givenAKey } from '../../support/admin/keys.ts'
import { givenAnUndeliveredMail } from '../../support/servers/given-mail.ts'
import {
  aRegistration,
  givenAnAdministrator,
  givenAShop,
  givenATrialUser,
  givenSupport,
  password,
} from '../../support/given.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

/*
 * Every call of the contract, made by every kind of person, about their own or another person's data. A call that is
 * missing in the table does not compile, and a different response fails the test. Which sessions, roles and keys still
 * apply is decided before any call: test/spec/sign-in/revocation.test.ts, admin/role.test.ts, connect/keys.test.ts.
 */

const shop = await givenAShop()

/**
 * The callers. The held, the denied, the refused and the administrator about themselves use their own data, all others
 * the owner’s.
 */
const columns = [
  'anonymous',
  'owner',
  'another user',
  'on hold',
  'denied',
  'refused',
  'administrator',
  'administrator about themselves',
  'without token',
] as const
/** Support gets the same responses as the administrator, except for the calls that only administrators may make. */
const supportColumns = {
  support: 'administrator',
  'support about themselves': 'administrator about themselves',
} as const
type SupportColumn = keyof typeof supportColumns
/** With an API key; the cookie and token of an administrator that are also sent have no effect. */
const keyColumns = ['key with scope', 'key without scope'] as const
type KeyColumn = (typeof keyColumns)[number]
type Column = (typeof columns)[number]

/** A status, or `own`: the 409 for an action on oneself. */
type Cell = number | 'own'
type Cells = readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell, Cell]

const everybody: Cells = [200, 200, 200, 200, 200, 200, 200, 200, 200]
/** Reads one's own data. */
const ownReading: Cells = [401, 200, 200, 200, 200, 200, 200, 200, 200]
/** Reads what administrators see of everybody, or of one person. */
const admin: Cells = [401, 403, 403, 403, 403, 403, 200, 200, 200]
/** Reads one thing that belongs to a person, who may see it too. */
const shared: Cells = [401, 200, 404, 200, 200, 200, 200, 200, 200]
/** Acts of administrators on others, never on themselves. Without a valid token nothing happens. */
const action: Cells = [401, 403, 403, 403, 403, 403, 200, 'own', 403]
const noEndpoint: Cells = [401, 403, 403, 403, 403, 403, 404, 404, 403]
const with204 = (cells: Cells) => cells.map((cell) => (cell === 200 ? 204 : cell)) as unknown as Cells

const expected: Record<CallName, Cells> = {
  'GET /api/v1/plans': everybody,
  'GET /api/v1/plans/active': ownReading,
  'GET /api/v1/plans/{name}': everybody,
  'GET /api/v1/questions': everybody,
  // An incomplete form for a trial that everybody but the administrator already has.
  'POST /api/v1/plans/{name}/checkout': [401, 409, 409, 409, 409, 409, 400, 409, 403],
  'POST /api/v1/products/{name}/checkout': [401, 409, 409, 409, 409, 409, 400, 409, 403],
  // The administrator has no such plan.
  'POST /api/v1/plans/{name}/download': [401, 200, 200, 200, 200, 200, 403, 200, 403],
  'POST /api/v1/products/{name}/download': [401, 200, 200, 200, 200, 200, 403, 200, 403],
  // Only while a person is cleared.
  'GET /api/v1/plans/{name}/installer': [401, 200, 200, 403, 403, 403, 403, 200, 403],
  'GET /api/v1/plans/{name}/download/link': [401, 200, 200, 403, 403, 403, 403, 200, 403],
  'GET /api/v1/download/statistica': [401, 200, 200, 403, 403, 403, 403, 200, 403],
  'GET /api/v1/download/{product}': [401, 200, 200, 403, 403, 403, 403, 200, 403],
  'GET /api/v1/users/userinfo': everybody,
  // An unknown address.
  'GET /api/v1/users/search/{email}': [404, 404, 404, 404, 404, 404, 404, 404, 404],
  'POST /api/v1/users': [201, 201, 201, 201, 201, 201, 201, 201, 403],
  'GET /api/v1/subscriptions/user': ownReading,
  // A trial has no renewal to stop, so a permitted caller gets a 409.
  'POST /api/v1/subscriptions/stop-renewal/{id}': [401, 409, 404, 409, 409, 409, 409, 409, 403],
  'POST /api/v1/subscriptions/resume-renewal/{id}': [401, 409, 404, 409, 409, 409, 409, 409, 403],
  // Only its owner may, while it runs.
  'POST /api/v1/subscriptions/extend-trial/{id}': [401, 200, 404, 409, 409, 409, 404, 200, 403],
  // Only the buyer may see an order.
  'GET /api/v1/orders/{id}': [401, 200, 404, 200, 200, 200, 404, 200, 404],
  'GET /api/v1/account/export': [401, 200, 200, 200, 200, 200, 404, 200, 404],
  'GET /api/v1/subscriptions': admin,
  'GET /api/v1/subscriptions/count': admin,
  'GET /api/v1/subscriptions/facets': admin,
  'GET /api/v1/subscriptions/plans': admin,
  'GET /api/v1/subscriptions/{id}': shared,
  'GET /api/v1/subscriptions/events/{id}': admin,
  'POST /api/v1/subscriptions/cancel/{id}': action,
  'POST /api/v1/subscriptions/revive/{id}': action,
  'POST /api/v1/subscriptions/extend/{id}': action,
  // The only act that administrators may perform on themselves.
  'POST /api/v1/subscriptions/comment/{id}': [401, 403, 403, 403, 403, 403, 200, 200, 403],
  'POST /api/v1/subscriptions/bulk': action,
  // The owner has confirmed the address.
  'POST /api/v1/subscribers/bulk': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  'GET /api/v1/subscribers': admin,
  'GET /api/v1/subscribers/{id}': admin,
  'GET /api/v1/subscribers/{id}/forget-preview': admin,
  'GET /api/v1/subscribers/{id}/activity': admin,
  // The owner has confirmed the address.
  'POST /api/v1/subscribers/{id}/activation': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  'POST /api/v1/subscribers/{id}/password-link': with204(action),
  'POST /api/v1/subscribers/{id}/details': action,
  // The owner has confirmed the address.
  'POST /api/v1/subscribers/{id}/correct-email': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  'POST /api/v1/subscribers/{id}/email': action,
  'POST /api/v1/subscribers/{id}/grants': action,
  'POST /api/v1/mails/send-again/{id}': with204(action),
  'GET /api/v1/mails/undelivered': admin,
  'POST /api/v1/mails/retry/{id}': with204(action),
  'GET /api/v1/audit': admin,
  // An erasure that does not exist.
  'GET /api/v1/erasures/{id}': [401, 403, 403, 403, 403, 403, 404, 404, 404],
  'GET /api/v1/overview': admin,
  'GET /api/v1/catalogue': admin,
  'GET /api/v1/views': admin,
  'POST /api/v1/views': [401, 403, 403, 403, 403, 403, 200, 200, 403],
  // Another person’s view, or none.
  'POST /api/v1/views/{id}': [401, 403, 403, 403, 403, 403, 404, 404, 403],
  'DELETE /api/v1/views/{id}': [401, 403, 403, 403, 403, 403, 404, 404, 403],
  'GET /api/v1/keys': admin,
  'POST /api/v1/keys': [401, 403, 403, 403, 403, 403, 201, 201, 403],
  // No key has this id.
  'POST /api/v1/keys/{id}/rotate': [401, 403, 403, 403, 403, 403, 404, 404, 403],
  'POST /api/v1/keys/{id}/take-over': [401, 403, 403, 403, 403, 403, 404, 404, 403],
  'DELETE /api/v1/keys/{id}': [401, 403, 403, 403, 403, 403, 404, 404, 403],
  'GET /api/v1/events': admin,
  'GET /api/v1/settings': admin,
  'GET /api/v1/settings/brand': admin,
  // Nothing changes.
  'POST /api/v1/settings/brand': [401, 403, 403, 403, 403, 403, 204, 204, 403],
  'GET /api/v1/settings/brand/changes': admin,
  'POST /api/v1/settings/brand/restore': [401, 403, 403, 403, 403, 403, 204, 204, 403],
  'GET /api/v1/settings/brand/file': admin,
  'GET /api/v1/settings/mails': admin,
  'GET /api/v1/settings/mails/{id}': admin,
  'GET /api/v1/settings/mails/{id}/html': admin,
  // Sent to themselves.
  'POST /api/v1/settings/mails/{id}/test': [401, 403, 403, 403, 403, 403, 204, 204, 403],
  'GET /api/v1/settings/team': admin,
  'POST /api/v1/settings/team': [401, 403, 403, 403, 403, 403, 204, 204, 403],
  // No account with a role has this id.
  'POST /api/v1/settings/team/{id}': noEndpoint,
  'POST /api/v1/settings/team/{id}/invitation': noEndpoint,
  'DELETE /api/v1/settings/team/{id}': noEndpoint,
  'GET /api/v1/webhooks': admin,
  'POST /api/v1/webhooks': [401, 403, 403, 403, 403, 403, 201, 201, 403],
  // No endpoint has this id.
  'DELETE /api/v1/webhooks/{id}': noEndpoint,
  'POST /api/v1/webhooks/{id}/rotate': noEndpoint,
  'POST /api/v1/webhooks/{id}/pause': noEndpoint,
  'POST /api/v1/webhooks/{id}/resume': noEndpoint,
  'POST /api/v1/webhooks/{id}/test': noEndpoint,
  'POST /api/v1/webhooks/{id}/replay': noEndpoint,
  'GET /api/v1/webhooks/{id}/deliveries': [401, 403, 403, 403, 403, 403, 404, 404, 404],
  'POST /api/v1/webhooks/{id}/deliveries/{message}/send-again': noEndpoint,
  'GET /api/v1/export/audit': admin,
  'GET /api/v1/export/retained-evidence': admin,
  'GET /api/v1/export/csv': admin,
  'GET /api/v1/subscribers/{id}/invoices': admin,
  'GET /api/v1/account/invoices': ownReading,
  // Only refused people may not. The administrator is no subscriber.
  'POST /api/v1/account/details': [401, 200, 200, 200, 200, 409, 404, 200, 403],
  'GET /api/v1/account/settings': ownReading,
  'GET /api/v1/account/approval': ownReading,
  // Withdrawn after it was requested.
  'POST /api/v1/account/erasure/request': [401, 204, 204, 204, 204, 204, 404, 204, 403],
  'POST /api/v1/account/erasure/withdraw': [401, 204, 204, 204, 204, 204, 404, 204, 403],
  'GET /api/v1/erasure-requests': admin,
  'GET /api/v1/account/sessions': ownReading,
  'POST /api/v1/account/sessions/end': [401, 204, 204, 204, 204, 204, 204, 204, 403],
  'GET /api/v1/account/devices': ownReading,
  // Nobody has a device here.
  'POST /api/v1/account/devices/{id}/sign-out': [401, 404, 404, 404, 404, 404, 404, 404, 403],
  'POST /api/v1/account/devices/sign-out': [401, 204, 204, 204, 204, 204, 204, 204, 403],
  // No product of the sample catalogue has licence files, and the request is invalid.
  'POST /api/v1/account/licence-file': [401, 422, 422, 422, 422, 422, 404, 422, 403],
  'GET /api/v1/subscribers/{id}/devices': admin,
  'POST /api/v1/subscribers/{id}/devices/{device}/sign-out': [401, 403, 403, 403, 403, 403, 404, 'own', 403],
  'POST /api/v1/account/profile': [401, 200, 200, 200, 200, 200, 404, 200, 403],
  'POST /api/v1/account/email': [401, 204, 204, 204, 204, 204, 404, 204, 403],
  'GET /api/v1/subscriptions/payments/{id}': shared,
  // Nothing was paid.
  'POST /api/v1/subscriptions/refund/{id}': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  'GET /api/v1/subscriptions/refundable/{id}': admin,
  // Trials.
  'GET /api/v1/subscriptions/plan-preview/{id}': [401, 403, 403, 403, 403, 403, 409, 'own', 409],
  'POST /api/v1/subscriptions/change-plan/{id}': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  'GET /api/v1/queue': admin,
  'GET /api/v1/jobs/failed': admin,
  // Belongs to nobody in particular: administrators may, also about themselves.
  'POST /api/v1/jobs/retry/{id}': [401, 403, 403, 403, 403, 403, 202, 202, 403],
  'POST /api/v1/jobs/resolve/{id}': [401, 403, 403, 403, 403, 403, 204, 204, 403],
  'GET /api/v1/payment-issues': admin,
  'POST /api/v1/payment-issues/retry/{id}': [401, 403, 403, 403, 403, 403, 202, 'own', 403],
  'POST /api/v1/payment-issues/resolve/{id}': with204(action),
  'GET /api/v1/subscribers/{id}/checks': admin,
  'GET /api/v1/reviews': admin,
  'GET /api/v1/reviews/counts': admin,
  // Nobody has approved anybody here.
  'POST /api/v1/reviews/withdraw/{subscriberId}': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  // The owner’s check has no finding any longer.
  'POST /api/v1/reviews/approve/{subscriberId}': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  // No list has a date of birth for them.
  'POST /api/v1/reviews/ask-birth-date/{subscriberId}': [401, 403, 403, 403, 403, 403, 409, 'own', 403],
  'GET /api/v1/screening': admin,
  // Without the name of a list.
  'POST /api/v1/screening/lists/accept': [401, 403, 403, 403, 403, 403, 400, 400, 403],
  'GET /api/v1/export/screening': admin,
  'GET /api/v1/config/tss': everybody,
  'GET /api/v1/login': [302, 302, 302, 302, 302, 302, 302, 302, 302],
  'POST /api/v1/preferences': [204, 204, 204, 204, 204, 204, 204, 204, 403],
  'POST /api/v1/reviews/refuse/{subscriberId}': action,
  'POST /api/v1/subscribers/{id}/sign-out': with204(action),
  // By then the owner is signed out.
  'DELETE /api/v1/subscribers/{id}': [401, 401, 403, 403, 403, 403, 204, 'own', 403],
  // By then the owner is erased, and at last the administrator is signed out.
  'POST /api/v1/account/sign-out-everywhere': [401, 401, 204, 204, 204, 204, 204, 204, 401],
  // An ended session signs out at the identity provider.
  'POST /logout': [204, 204, 204, 204, 204, 204, 204, 204, 403],
}

/** Keys get the responses of administrators within their scope, and those of anonymous visitors for public calls. */
function wantedByKey(name: CallName): Record<KeyColumn, Cell> {
  const { scope, who }: Row = contract[name]
  const [anonymous] = expected[name]
  const unscoped = who === 'anyone' && name.startsWith('GET') ? anonymous : 403
  const scoped = expected[name][columns.indexOf('administrator')] ?? 0
  return {
    'key with scope': scope ? scoped : unscoped,
    'key without scope': scope ? 403 : unscoped,
  }
}

const administrator = await givenAnAdministrator(shop)

type Target = { visitor: TestVisitor; email: string; subscriber: string; subscription: string; order: string }

async function givenATarget(changes: Record<string, unknown> = {}): Promise<Target> {
  const { visitor, email } = await givenATrialUser(shop, changes)
  return { visitor, email, ...(await belongings(email)) }
}

/** Returns a person's ids. An order is inserted for them, because some of these people may not place one. */
async function belongings(email: string) {
  const subscriber = await idOf(shop, email)
  const [row] = await shop.sql<{ id: string }>('select id from subscriptions where subscriber_id = $1', [subscriber])
  const order = crypto.randomUUID()
  await shop.sql(
    `insert into orders (id, subscriber_id, subscription_id, product, terms, state, created_at, asked_at)
     select $1, $2, gen_random_uuid(), 'statistics', terms, 'closed', now(), now() + interval '1 day' from subscriptions where id = $3`,
    [order, subscriber, row?.id],
  )
  // So that there is something to approve.
  await shop.sql('update subscribers set review_since = now() where id = $1', [subscriber])
  return { subscriber, subscription: row?.id ?? '', order }
}

const setRole = (email: string, role: string | null) =>
  shop.sql('update identity_accounts set role = $2 where email = $1', [email, role])

const owner = await givenATarget()
const another = await givenATarget()
const onHold = await givenATarget({ email: 'held.person@gmail.com' })
const denied = await givenATarget({ country: 'IR' })
const refused = await givenATarget()
assert.equal((await act(administrator, `/api/v1/reviews/refuse/${refused.subscriber}`, { comment: 'No' })).status, 200)
const oneself = await givenATarget()
await setRole(oneself.email, 'SUBSCRIPTION_ADMIN')

const support = await givenSupport(shop)
const supported = await givenATarget()
const supportOneself = await givenATarget()
await setRole(supportOneself.email, 'SUBSCRIPTION_SUPPORT')

const keyed = await givenATarget()
const { key: wholeKey } = await givenAKey(administrator, keyScopes)
/** For each required scope, a key with all other scopes. */
const keysWithout = new Map<string, string>()
for (const scopes of Object.values(contract).map(scopesOf)) {
  if (scopes.length === 0 || keysWithout.has(scopes.join(' '))) continue
  const others = keyScopes.filter((one) => !scopes.includes(one))
  keysWithout.set(scopes.join(' '), (await givenAKey(administrator, others)).key)
}
const keyOf = (name: CallName, column: KeyColumn): string =>
  column === 'key with scope' ? wholeKey : (keysWithout.get(scopesOf(contract[name]).join(' ')) ?? wholeKey)

const people: Record<Column | SupportColumn | KeyColumn, { caller: TestVisitor; target: Target; token?: false }> = {
  anonymous: { caller: shop.visitor(), target: owner },
  owner: { caller: owner.visitor, target: owner },
  'another user': { caller: another.visitor, target: owner },
  'on hold': { caller: onHold.visitor, target: onHold },
  denied: { caller: denied.visitor, target: denied },
  refused: { caller: refused.visitor, target: refused },
  administrator: { caller: administrator, target: owner },
  'administrator about themselves': { caller: oneself.visitor, target: oneself },
  'without token': { caller: administrator, target: owner, token: false },
  support: { caller: support, target: supported },
  'support about themselves': { caller: supportOneself.visitor, target: supportOneself },
  'key with scope': { caller: administrator, target: keyed },
  'key without scope': { caller: administrator, target: keyed },
}

/** Returns the id that a call needs, by the parts of its path. */
async function idFor(name: string, { subscriber, subscription, order, email }: Target): Promise<string> {
  if (name.includes('/subscribers/')) return subscriber
  if (name.includes('/orders/')) return order
  if (name.includes('/settings/mails/')) return 'erasure-1'
  if (name.includes('/settings/team/')) return crypto.randomUUID()
  if (name.includes('/webhooks/')) return `we_${'0'.repeat(24)}`
  if (name.includes('/send-again/')) {
    const query = "select id from activities where subscriber_id = $1 and data ? 'html' limit 1"
    return (await shop.sql<{ id: string }>(query, [subscriber]))[0]?.id ?? assert.fail('no email')
  }
  if (name.includes('/jobs/')) {
    const job = crypto.randomUUID()
    await shop.sql(
      `insert into jobs (id, kind, payload, created_at, run_at, given_up_at, last_error)
       values ($1, 'billing-event', '{"type":"x"}', now(), now() + interval '1 day', now(), 'Gone')`,
      [job],
    )
    return job
  }
  if (name.includes('/mails/')) return givenAnUndeliveredMail(shop, { subscriber, to: email })
  if (!name.includes('payment-issues')) return subscription
  const id = crypto.randomUUID()
  await shop.sql(
    "insert into payment_issues (id, subscription_id, kind, payment, since, task) values ($1::uuid, $2, 'payment-without-use', $1::text, now(), $3)",
    [id, subscription, JSON.stringify({ task: 'update-customer', subscriber })],
  )
  return id
}

async function addressOf(name: string, target: Target): Promise<string> {
  const values: Record<string, string> = {
    name: 'analytics-trial',
    product: 'analytics',
    email: 'nobody@nowhere.example',
    subscriberId: target.subscriber,
    id: await idFor(name, target),
    device: `dev_${'0'.repeat(22)}`,
    message: `msg_${'0'.repeat(32)}`,
  }
  const query = name.includes('/plan-preview/') ? '?plan=analytics-annual' : ''
  return (name.split(' ')[1] ?? '').replaceAll(/\{(\w+)\}/g, (_, part: string) => values[part] ?? '') + query
}

function bodyOf(name: string, { subscription, subscriber }: Target): Record<string, unknown> {
  if (name.endsWith('/api/v1/users')) return aRegistration()
  if (name.endsWith('/webhooks')) return { url: 'https://127.0.0.1/hooks', types: ['trial.started'] }
  if (name.endsWith('/replay')) return { since: new Date().toISOString() }
  if (name.endsWith('/settings/brand')) return { version: 0, values: {} }
  if (name.endsWith('/brand/restore')) return { version: 0, number: 0 }
  if (name.includes('/settings/mails/')) return { language: 'en' }
  if (name.endsWith('/invitation')) return { language: 'en' }
  if (name.includes('/settings/team'))
    return {
      role: 'SUBSCRIPTION_SUPPORT',
      ...(name.endsWith('/team') ? { language: 'en', email: `${crypto.randomUUID()}@shop.example` } : {}),
    }
  if (name.endsWith('/keys')) return { name: crypto.randomUUID(), scopes: ['reports:read'] }
  if (name.includes('/views')) return { name: 'Mine', ...(name.endsWith('/views') ? { query: 'filters=active' } : {}) }
  const comment = 'because'
  if (name.endsWith('/subscribers/bulk')) return { action: 'activation', ids: [subscriber], comment }
  if (name.endsWith('/bulk')) return { action: 'extend', ids: [subscription], endDate: '2031-01-01', comment }
  if (name.endsWith('/details')) return { firstName: 'Janet', ...(name.includes('/subscribers/') ? { comment } : {}) }
  if (name.endsWith('email'))
    return {
      email: `${crypto.randomUUID()}@northwind-bottling.example`,
      ...(name.includes('/subscribers/') ? { comment } : { password }),
    }
  if (name.endsWith('/grants')) return { plan: 'analytics-annual', endDate: '2030-01-01', comment }
  if (name.includes('/change-plan/')) {
    const at = new Date().toISOString()
    return { plan: 'analytics-annual', at, dueNow: 1, comment, seen: null, seenComment: null }
  }
  if (name.includes('/devices/{device}/')) return { comment }
  if (name.endsWith('/licence-file')) return { request: 'x' }
  if (name.includes('/extend/')) return { endDate: '2030-01-01', comment }
  if (reasonActs.some((act) => name.includes(`/subscriptions/${acts[act].wire}/`))) return { comment }
  if (/(approve|withdraw|refuse|refund|payment-issues[/]\w+)[/]/.test(name)) return { comment }
  return name.endsWith('/checkout') ? { name: 'analytics-trial', industry: 'Energy' } : {}
}

/**
 * Returns the status of one cell; for a bulk call, the status of its only result. A refusal has a message, and leaves
 * no line in the audit.
 */
async function ask(name: CallName, column: Column | SupportColumn | KeyColumn): Promise<Cell> {
  const { caller, target, token = true } = people[column]
  const [method = ''] = name.split(' ')
  if (method !== 'GET' && token && !caller.cookies.has('XSRF-TOKEN')) await caller.get('/api/v1/users/userinfo')
  const address = await addressOf(name, target)
  const countActs = async () =>
    (await shop.sql<{ lines: number }>('select count(*)::int as lines from audit'))[0]?.lines
  const before = await countActs()
  const answer = await caller.request(address, {
    method,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(token ? { 'x-xsrf-token': caller.cookies.get('XSRF-TOKEN') ?? '' } : {}),
      ...(isKeyColumn(column) ? { authorization: `Bearer ${keyOf(name, column)}` } : {}),
    },
    ...(method === 'POST' ? { body: JSON.stringify(bodyOf(name, target)) } : {}),
  })
  const text = await answer.text()
  const json = (answer.headers.get('content-type') ?? '').includes('json') ? (JSON.parse(text) as unknown) : null
  const told =
    name.endsWith('/bulk') && answer.status === 200
      ? (json as Answer[])[0]
      : { ...(json as Answer), status: answer.status }
  const { status, message, requestId } = told ?? { status: answer.status }
  if (status < 400) return status
  assert.ok(typeof message === 'string' && message.length > 5, `${column}: a sentence`)
  if (answer.status >= 400) assert.match(String(requestId), /^[0-9a-f-]{36}$/)
  assert.equal(await countActs(), before, `${column}: no line in the audit`)
  return ownRefusals.includes(message) ? 'own' : status
}
const isKeyColumn = (column: string): column is KeyColumn => (keyColumns as readonly string[]).includes(column)
type Answer = { status: number; message?: string; requestId?: string }

const ownRefusals: string[] = [
  errorMessages.OWN_PERSON,
  errorMessages.REFUND_OWN,
  errorMessages.FORGET_ONESELF,
  errorMessages.SIGN_OUT_ONESELF,
]

/** Last, in this order, because these people are then refused, erased or signed out. */
const ending: string[] = [
  'POST /api/v1/reviews/refuse/{subscriberId}',
  'POST /api/v1/reviews/withdraw/{subscriberId}',
  'POST /api/v1/subscribers/{id}/sign-out',
  'DELETE /api/v1/subscribers/{id}',
  'POST /api/v1/account/sign-out-everywhere',
  'POST /logout',
]

const rows = (Object.entries(contract) as [CallName, Row][]).toSorted(
  ([a], [b]) => ending.indexOf(a) - ending.indexOf(b),
)
for (const [name] of rows) {
  test(`${name} responds to every kind of visitor as the matrix states [6.1, 6.3]`, async () => {
    const found: Record<string, Cell> = {}
    for (const column of columns) found[column] = await ask(name, column)
    const wanted = Object.fromEntries(columns.map((column, at) => [column, expected[name][at]]))
    for (const [column, like] of Object.entries(supportColumns)) {
      found[column] = await ask(name, column as SupportColumn)
      wanted[column] = contract[name].who === 'administrator' ? 403 : wanted[like]
    }
    for (const column of keyColumns) found[column] = await ask(name, column)
    assert.deepEqual(found, { ...wanted, ...wantedByKey(name) })
  })
}

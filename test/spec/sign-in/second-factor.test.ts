import assert from 'node:assert/strict'
import { test } from 'vitest'
import { contract } from '../../../contract/contract.ts'
import type { Row } from '../../../contract/rows/row.ts'
import { administer } from '../../../server/app/cli/admins.ts'
import { forget } from '../../support/admin/admin-page.ts'
import { useCluster } from '../../support/cluster.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { givenAColleague, givenAShop, givenATrialUser, password } from '../../support/given.ts'
import { linesOf, settingsOf } from '../../support/command.ts'
import { givenASecuredAdministrator } from '../../support/admin/second-factor.ts'
import { aPerson, givenAnotherIssuer } from '../../support/servers/given-issuer.ts'
import { formOf, type TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const shop = await givenAShop({ ADMIN_MFA: 'required' }, cluster)

async function administrators(...args: string[]): Promise<string> {
  const settings = { ...settingsOf(shop), ADMIN_MFA: 'required' }
  const lines = await linesOf(settings, (config, print) => administer(args, config, print))
  return lines.join('\n')
}

/** Removes the factors of earlier tests, if there are any. */
const resetFactors = () => administrators('reset-factors', 'admin@shop.example').catch(() => undefined)

type User = { role: string | null; confirmation?: string }
const userOf = async (visitor: TestVisitor) =>
  ((await (await visitor.get('/api/v1/users/userinfo')).json()) as { user: User }).user

const confirmPath = '/api/v1/login?redirect_url=/administration/users&confirm=yes'

test('an administrator has the role only after a second factor, which the first sign-in sets up', async () => {
  const visitor = shop.visitor()
  const form = await visitor.form('/api/v1/login?redirect_url=/')
  const page = await visitor.submit(form, {
    email: 'admin@shop.example',
    password: 'the administrator of the tests',
  })
  assert.match(await page.text(), /Set up a second factor/)
  assert.equal((await visitor.get('/api/v1/audit')).status, 401)
  const { visitor: administrator } = await givenASecuredAdministrator(shop)
  assert.equal((await administrator.get('/api/v1/audit')).status, 200)
  const user = await userOf(administrator)
  assert.deepEqual([user.role, user.confirmation], ['SUBSCRIPTION_ADMIN', 'recent'])
})

test('only an irreversible act needs a confirmation within the last 15 minutes', async () => {
  const { visitor: administrator, codes } = await (async () => {
    await resetFactors()
    return givenASecuredAdministrator(shop)
  })()
  const { id } = await givenATrial(shop)
  const [person] = await shop.sql<{ id: string }>('select subscriber_id as id from subscriptions where id = $1', [id])
  const refund = () => administrator.post(`/api/v1/subscriptions/refund/${id}`, { comment: 'asked for it' })
  assert.equal((await administrator.get('/api/v1/export/csv')).status, 200)
  assert.equal((await refund()).status, 409, 'a trial has nothing to refund')
  await shop.advanceTo(new Date(Date.now() + 16 * 60_000).toISOString())
  assert.equal((await userOf(administrator)).confirmation, 'old')
  const refusals = [
    (await administrator.get('/api/v1/export/csv')).status,
    (await administrator.get('/api/v1/export/screening')).status,
    (await refund()).status,
    (await forget(administrator, person?.id ?? '')).status,
    ...(await statusesOf(administrator, id, person?.id ?? '')),
  ]
  assert.deepEqual(refusals, Array<number>(8).fill(401))
  assert.equal((await administrator.get(`/api/v1/subscribers/${person?.id}`)).status, 200, 'nobody was forgotten')
  const comment = await administrator.post(`/api/v1/subscriptions/comment/${id}`, { comment: 'called' })
  assert.equal(comment.status, 200)
  const asked = await administrator.form(confirmPath)
  assert.match(asked.html, /Confirm that it is you/)
  assert.doesNotMatch(asked.html, /type="password"/)
  const back = await administrator.submit(asked, { code: codes[0] ?? '' })
  assert.equal(new URL(back.url).pathname, '/administration/users')
  assert.equal((await userOf(administrator)).confirmation, 'recent')
  assert.equal((await administrator.get('/api/v1/export/csv')).status, 200)
  const again = await administrator.request(confirmPath)
  assert.equal(again.headers.get('location'), '/administration/users', 'whoever has just confirmed goes straight on')
})

/** Returns the statuses of an extension, an undo, a bulk act and a refusal. */
async function statusesOf(administrator: TestVisitor, subscription: string, person: string): Promise<number[]> {
  const comment = 'because'
  const endDate = Math.floor(Date.now() / 86_400_000 + 900) * 86_400_000
  const answers = [
    await administrator.post(`/api/v1/subscriptions/extend/${subscription}`, { endDate, comment }),
    await administrator.post(`/api/v1/subscriptions/revive/${subscription}`, { comment }),
    await administrator.post('/api/v1/subscriptions/bulk', { action: 'comment', ids: [subscription], comment }),
    await administrator.post(`/api/v1/reviews/refuse/${person}`, { comment }),
  ]
  return answers.map(({ status }) => status)
}

test('support needs a second factor as administrators do: the first sign-in sets it up, and acts require it again', async () => {
  const email = `agent.${crypto.randomUUID()}@shop.example`
  await givenAColleague(shop, 'SUBSCRIPTION_SUPPORT', email)
  const visitor = shop.visitor()
  const form = await visitor.form('/api/v1/login?redirect_url=/administration/users')
  const page = await visitor.submit(form, { email, password: 'the administrator of the tests' })
  assert.match(await page.text(), /Set up a second factor/)
  assert.equal((await visitor.get('/api/v1/subscribers')).status, 401, 'a password alone reads nothing')
  const { visitor: agent } = await givenASecuredAdministrator(shop, email)
  assert.equal((await agent.get('/api/v1/subscribers')).status, 200)
  assert.deepEqual(await userOf(agent).then(({ role, confirmation }) => [role, confirmation]), [
    'SUBSCRIPTION_SUPPORT',
    'recent',
  ])
  assert.equal((await agent.get('/identity/second-factors')).status, 200)
  const { id } = await givenATrial(shop)
  const [person] = await shop.sql<{ id: string }>('select subscriber_id as id from subscriptions where id = $1', [id])
  const { now } = await shop.sql<{ now: Date }>('select now() as now').then(([row]) => row ?? assert.fail())
  await shop.advanceTo(new Date(now.getTime() + 40 * 60_000).toISOString())
  const grant = { plan: 'analytics-annual', endDate: '2035-01-01', comment: 'A gift' }
  assert.equal((await agent.post(`/api/v1/subscribers/${person?.id}/grants`, grant)).status, 401)
})

test('the listed calls need a recent confirmation', () => {
  const rows = Object.entries(contract as Record<string, Row>).filter(([, { confirmed }]) => confirmed)
  assert.deepEqual(rows.map(([name]) => name).toSorted(), [
    'DELETE /api/v1/keys/{id}',
    'DELETE /api/v1/settings/team/{id}',
    'DELETE /api/v1/subscribers/{id}',
    'DELETE /api/v1/webhooks/{id}',
    'GET /api/v1/export/audit',
    'GET /api/v1/export/csv',
    'GET /api/v1/export/retained-evidence',
    'GET /api/v1/export/screening',
    'GET /api/v1/keys',
    'GET /api/v1/webhooks',
    'GET /api/v1/webhooks/{id}/deliveries',
    'POST /api/v1/account/email',
    'POST /api/v1/keys',
    'POST /api/v1/keys/{id}/rotate',
    'POST /api/v1/keys/{id}/take-over',
    'POST /api/v1/reviews/approve/{subscriberId}',
    'POST /api/v1/reviews/refuse/{subscriberId}',
    'POST /api/v1/reviews/withdraw/{subscriberId}',
    'POST /api/v1/screening/lists/accept',
    'POST /api/v1/settings/brand',
    'POST /api/v1/settings/brand/restore',
    'POST /api/v1/settings/team',
    'POST /api/v1/settings/team/{id}',
    'POST /api/v1/settings/team/{id}/invitation',
    'POST /api/v1/subscribers/{id}/email',
    'POST /api/v1/subscribers/{id}/grants',
    'POST /api/v1/subscriptions/bulk',
    'POST /api/v1/subscriptions/change-plan/{id}',
    'POST /api/v1/subscriptions/extend/{id}',
    'POST /api/v1/subscriptions/refund/{id}',
    'POST /api/v1/subscriptions/revive/{id}',
    'POST /api/v1/webhooks',
    'POST /api/v1/webhooks/{id}/deliveries/{message}/send-again',
    'POST /api/v1/webhooks/{id}/pause',
    'POST /api/v1/webhooks/{id}/replay',
    'POST /api/v1/webhooks/{id}/resume',
    'POST /api/v1/webhooks/{id}/rotate',
    'POST /api/v1/webhooks/{id}/test',
  ])
})

test('a role granted during a session applies once a second factor is set up, and the pages lead there', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  await administrators('add', email)
  assert.deepEqual(
    [(await userOf(visitor)).role, (await userOf(visitor)).confirmation, (await visitor.get('/api/v1/audit')).status],
    [null, 'missing', 401],
  )
  assert.equal((await visitor.get('/api/v1/subscriptions/user')).status, 200, 'their own things stay theirs')
  const page = await visitor.get('/administration/users?search=jane')
  assert.equal(page.headers.get('location'), '/api/v1/login?redirect_url=%2Fadministration%2Fusers%3Fsearch%3Djane')
  const form = await visitor.form(page.headers.get('location') ?? '')
  assert.match(form.html, /type="password"/, 'a stolen session alone sets up no factor')
  assert.match((await formOf(await visitor.submit(form, { email, password }))).html, /Set up a second factor/)
})

test('the operator’s reset of second factors ends the sessions and adds a line to the audit', async () => {
  await resetFactors()
  const { visitor } = await givenASecuredAdministrator(shop)
  assert.match(await administrators('reset-factors', 'admin@shop.example'), /is signed out and sets up a second factor/)
  assert.equal((await visitor.get('/api/v1/audit')).status, 401)
  await assert.rejects(administrators('reset-factors', 'admin@shop.example'), {
    message: 'admin@shop.example has no second factor.',
  })
  const { visitor: again } = await givenASecuredAdministrator(shop)
  const lines = (await (await again.get('/api/v1/audit')).json()) as { act: string; by: string }[]
  assert.deepEqual(lines.find(({ act }) => act === 'reset-factors')?.by, 'operator')
  await shop.mailTo('admin@shop.example', 'second factor')
})

test('another issuer is asked for OIDC_ADMIN_ACR, and without it the role does not apply', async () => {
  const { shop: other, tell } = await givenAnotherIssuer(cluster, { OIDC_ADMIN_ACR: 'urn:two urn:three' })
  const person = aPerson({ email_verified: true, role: 'SUBSCRIPTION_ADMIN' })
  await tell({ person, forgery: { claims: { role: 'SUBSCRIPTION_ADMIN' } } })
  const visitor = other.visitor()
  const go = (path: string) => visitor.request(path, { headers: { accept: 'text/html' }, follow: true })
  await go('/api/v1/login?redirect_url=/plans')
  assert.deepEqual([(await userOf(visitor)).role, (await userOf(visitor)).confirmation], [null, 'missing'])
  assert.equal(new URL((await go('/administration/users')).url).pathname, '/forbidden', 'and it is asked once')
  const asked = (await tell({})).findLast((address) => address.includes('/auth?')) ?? ''
  const { searchParams } = new URL(asked, other.url)
  assert.deepEqual(
    ['prompt', 'max_age', 'acr_values'].map((name) => searchParams.get(name)),
    ['login', '43200', 'urn:two urn:three'],
  )
  await tell({ forgery: { claims: { role: 'SUBSCRIPTION_ADMIN', acr: 'urn:three' } } })
  assert.equal(new URL((await go('/administration/users')).url).pathname, '/administration/users')
  assert.equal((await userOf(visitor)).confirmation, 'recent')
  await tell({
    person: aPerson({ email_verified: true, role: 'SUBSCRIPTION_SUPPORT' }),
    forgery: { claims: { role: 'SUBSCRIPTION_SUPPORT' } },
  })
  const agent = other.visitor()
  await agent.request('/api/v1/login?redirect_url=/plans', { headers: { accept: 'text/html' }, follow: true })
  assert.deepEqual([(await userOf(agent)).role, (await userOf(agent)).confirmation], [null, 'missing'])
})

test('a confirmation counts only if another issuer states that the person has just signed in there; otherwise it ends at /forbidden, and the log says why', async () => {
  const { shop: other, tell } = await givenAnotherIssuer(cluster, { OIDC_ADMIN_ACR: 'urn:two' })
  const claims = { role: 'SUBSCRIPTION_ADMIN', acr: 'urn:two' }
  const earlier = { ...claims, auth_time: Math.floor(Date.now() / 1000) - 20 * 60 }
  const unknown = { ...claims, auth_time: null }
  await tell({ person: aPerson({ email_verified: true, role: 'SUBSCRIPTION_ADMIN' }), forgery: { claims: earlier } })
  const visitor = other.visitor()
  const go = (path: string) => visitor.request(path, { headers: { accept: 'text/html' }, follow: true })
  await go('/api/v1/login?redirect_url=/plans')
  for (const [stated, landed, confirmation, status, reason] of [
    [earlier, '/forbidden', 'old', 401, 'auth-time-not-recent'],
    [unknown, '/forbidden', 'old', 401, 'auth-time-missing'],
    [{ ...claims, acr: null }, '/forbidden', 'missing', 401, 'second-factor-missing'],
    [unknown, '/plans', 'old', 401, null],
    [claims, '/plans', 'recent', 200, null],
  ] as const) {
    await tell({ forgery: { claims: stated } })
    const before = other.log.length
    assert.equal(new URL((await go('/api/v1/login?redirect_url=/plans&confirm=yes')).url).pathname, landed)
    assert.equal((await userOf(visitor)).confirmation, confirmation)
    assert.equal((await visitor.get('/api/v1/export/csv')).status, status)
    const reasons = other.log.slice(before).flatMap((line) => /"reason":"([\w-]+)"/.exec(line)?.[1] ?? [])
    assert.deepEqual(reasons, reason === null ? [] : [reason])
  }
  const asked = (await tell({})).findLast((address) => address.includes('/auth?')) ?? ''
  assert.deepEqual(JSON.parse(new URL(asked, other.url).searchParams.get('claims') ?? ''), {
    id_token: { auth_time: { essential: true } },
  })
})

test('without auth_time, a first sign-in at another issuer that enforces the second factor itself is not recent', async () => {
  const { shop: other, tell } = await givenAnotherIssuer(cluster, { ADMIN_MFA: 'required' })
  const person = aPerson({ email_verified: true })
  await tell({ person, forgery: { claims: { role: 'SUBSCRIPTION_ADMIN', auth_time: null } } })
  const visitor = other.visitor()
  await visitor.request('/api/v1/login?redirect_url=/plans', { headers: { accept: 'text/html' }, follow: true })
  assert.deepEqual([(await userOf(visitor)).role, (await userOf(visitor)).confirmation], ['SUBSCRIPTION_ADMIN', 'old'])
  assert.equal((await visitor.get('/api/v1/export/csv')).status, 401)
  assert.equal((await visitor.get('/api/v1/subscribers')).status, 200)
})

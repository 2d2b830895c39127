import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { Output } from '../../../contract/contract.ts'
import { idOf, read } from '../../support/admin/admin-page.ts'
import {
  activate,
  givenAColleague,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  signIn,
} from '../../support/given.ts'
import { aPerson, enter, givenAnotherIssuer } from '../../support/servers/given-issuer.ts'
import { useCluster } from '../../support/cluster.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const cluster = await useCluster()
const shop = await givenAShop({}, cluster)
const administrator = await givenAnAdministrator(shop)

type Team = Output<'GET /api/v1/settings/team'>
const path = '/api/v1/settings/team'
const teamOf = (visitor: TestVisitor) => read<Team>(visitor, path)
const memberAt = async (email: string) => (await teamOf(administrator)).members.find((one) => one.email === email)
const idAt = async (email: string) => (await memberAt(email))?.id ?? assert.fail(email)
const support = { role: 'SUBSCRIPTION_SUPPORT' }
const inEnglish = { ...support, language: 'en' }
const addressOf = (name: string) => `${name}.${crypto.randomUUID()}@shop.example`

const end = (visitor: TestVisitor, id: string) => visitor.delete(`${path}/${id}`)

/** Returns the status of a response, with the code of its error. */
async function outcome(answer: Response): Promise<string> {
  return answer.status === 204 ? '204' : `${answer.status} ${((await answer.json()) as { code: string }).code}`
}

type Line = { by: string; act: string; accountEmail: string; changes: object[]; address: string | null }
const linesAbout = (email: string) =>
  read<Line[]>(administrator, `/api/v1/audit?search=${encodeURIComponent(email)}`).then((lines) =>
    lines.filter(({ accountEmail }) => accountEmail === email).map(({ by, act, changes }) => ({ by, act, changes })),
  )

describe('the team', () => {
  test('lists everyone with a role, with their last sign-in, and marks the caller [10.77]', async () => {
    const email = addressOf('joe')
    await givenAColleague(shop, 'SUBSCRIPTION_SUPPORT', email)
    const { decidedBy, members } = await teamOf(administrator)
    assert.equal(decidedBy, null)
    const oneself = members.find(({ isCaller }) => isCaller)
    assert.deepEqual(
      [oneself?.email, oneself?.role, oneself?.state, oneself?.setBy],
      ['admin@shop.example', 'SUBSCRIPTION_ADMIN', 'active', 'ADMIN_EMAIL'],
    )
    const joe = members.find((one) => one.email === email)
    assert.deepEqual([joe?.role, joe?.state, joe?.isCaller, joe?.setBy], [support.role, 'active', false, null])
    assert.ok(Date.now() - Date.parse(joe?.lastSignIn ?? '') < 600_000)
  })

  test('grows by invitation: an email in the chosen language, and a line in the audit [10.78]', async () => {
    const email = addressOf('newcomer')
    const invite = (language: string) => administrator.post(path, { email, role: 'SUBSCRIPTION_SUPPORT', language })
    assert.equal((await invite('de')).status, 204)
    const { html, text } = await shop.mailTo(email)
    assert.match(html, /<html lang="de">/)
    assert.match(text, /wurden in das Team von .* eingeladen/)
    assert.doesNotMatch(text, /Registrierung|registriert/)
    assert.equal((await memberAt(email))?.state, 'invited')
    assert.equal((await memberAt(email))?.lastSignIn, null)
    assert.equal(await outcome(await invite('en')), '409 ROLE_ALREADY')
    const again = `${path}/${await idAt(email)}/invitation`
    assert.equal((await administrator.post(again, { language: 'en' })).status, 204)
    const visitor = shop.visitor()
    await activate(shop, visitor, email)
    assert.equal((await memberAt(email))?.state, 'active')
    assert.equal((await visitor.get('/api/v1/subscriptions')).status, 200)
    assert.equal(await outcome(await invite('en')), '409 ROLE_ALREADY')
    const change = { field: 'role', before: '', after: 'SUBSCRIPTION_SUPPORT' }
    assert.deepEqual(await linesAbout(email), [{ by: 'admin@shop.example', act: 'give-role', changes: [change] }])
  })

  test('sends an invitation again only to a listed member, with the current role and a new expiry [10.82]', async () => {
    const email = addressOf('late')
    assert.equal((await administrator.post(path, { email, ...inEnglish, role: 'SUBSCRIPTION_ADMIN' })).status, 204)
    const id = await idAt(email)
    const again = () => administrator.post(`${path}/${id}/invitation`, { language: 'de' })
    assert.equal((await administrator.post(`${path}/${id}`, support)).status, 204, 'a colleague lowers the role')
    const sent = async () => (await shop.mails()).filter(({ to }) => to.includes(email))
    await shop.mailTo(email)
    await shop.catchUp()
    assert.equal((await sent()).length, 1, 'a change of role sends nothing')
    await shop.sql(`update identity_accounts set invited_at = now() - interval '29 days' where email = $1`, [email])
    assert.equal((await again()).status, 204)
    await shop.catchUp()
    assert.match((await shop.mailTo(email)).html, /<html lang="de">/)
    assert.equal((await memberAt(email))?.role, 'SUBSCRIPTION_SUPPORT')
    const [account] = await shop.sql<{ fresh: boolean }>(
      `select invited_at > now() - interval '1 day' as fresh from identity_accounts where email = $1`,
      [email],
    )
    assert.equal(account?.fresh, true)
    assert.equal((await end(administrator, id)).status, 204)
    assert.equal(await outcome(await again()), '404 NOT_FOUND', 'a role that has ended stays ended')
  })

  test('keeps an invited person, however late they accept and whatever happens to a registration at their address', async () => {
    const dated = await givenAShop({ CLOCK_START: '2026-11-20T12:00:00Z' }, cluster)
    const first = await givenAnAdministrator(dated)
    const { email } = await givenARegistration(dated)
    assert.equal((await first.post(path, { email, ...inEnglish })).status, 204)
    const moved = { email: `moved.${email}`, comment: 'A typing mistake' }
    assert.equal(
      await outcome(await first.post(`/api/v1/subscribers/${await idOf(dated, email)}/email`, moved)),
      '409 EMAIL_HAS_ROLE',
    )
    await dated.advanceTo('2027-01-05T12:00:00Z')
    const { members } = await teamOf(await givenAnAdministrator(dated))
    assert.deepEqual(members.map((one) => one.email).toSorted(), ['admin@shop.example', email])
  })

  test('adds a person who has an account without an email', async () => {
    const { email, visitor } = await givenATrialUser(shop)
    assert.equal((await administrator.post(path, { email, ...inEnglish })).status, 204)
    assert.equal((await visitor.get('/api/v1/subscriptions')).status, 200, 'from the next request on')
    const links = (await shop.mails()).filter(
      ({ to, text }) => to.includes(email) && text.includes('/identity/activate'),
    )
    assert.equal(links.length, 1, 'the one of the registration')
  })
})

const other = await givenAShop({}, cluster)

describe('a member’s role', () => {
  test('changes from the next request on, with the old and the new role in the audit [10.79]', async () => {
    const email = addressOf('ann')
    const ann = await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', email)
    assert.equal((await ann.get(path)).status, 200)
    const id = await idAt(email)
    assert.equal((await administrator.post(`${path}/${id}`, support)).status, 204)
    assert.equal((await ann.get(path)).status, 403)
    assert.equal((await administrator.post(`${path}/${id}`, support)).status, 204, 'the same again changes nothing')
    const change = { field: 'role', before: 'SUBSCRIPTION_ADMIN', after: 'SUBSCRIPTION_SUPPORT' }
    assert.deepEqual(await linesAbout(email), [{ by: 'admin@shop.example', act: 'give-role', changes: [change] }])
  })

  test('ends from the next request on, and the account stays [10.80]', async () => {
    const email = addressOf('ben')
    const ben = await givenAColleague(shop, 'SUBSCRIPTION_SUPPORT', email)
    const id = await idAt(email)
    assert.equal((await end(administrator, id)).status, 204)
    assert.equal((await ben.get('/api/v1/subscriptions')).status, 403)
    assert.equal((await ben.get('/api/v1/account/sessions')).status, 200)
    assert.equal(await memberAt(email), undefined)
    assert.equal(await outcome(await end(administrator, id)), '404 NOT_FOUND')
    const change = { field: 'role', before: 'SUBSCRIPTION_SUPPORT', after: '' }
    assert.deepEqual(await linesAbout(email), [{ by: 'admin@shop.example', act: 'take-role', changes: [change] }])
  })

  test('cannot be changed or ended by its owner [10.79, 10.80]', async () => {
    const id = await idAt('admin@shop.example')
    assert.equal(await outcome(await administrator.post(`${path}/${id}`, support)), '409 OWN_ROLE')
    assert.equal(await outcome(await end(administrator, id)), '409 OWN_ROLE')
    assert.equal((await memberAt('admin@shop.example'))?.role, 'SUBSCRIPTION_ADMIN')
  })

  test('is kept by the last active administrator, even if ADMIN_SUBJECTS names them [10.80]', async () => {
    const named = await givenATrialUser(other)
    const [account] = await other.sql<{ id: string }>('select id from identity_accounts where email = $1', [
      named.email,
    ])
    await other.restart({ ADMIN_SUBJECTS: account?.id ?? '' })
    const { members } = await teamOf(named.visitor)
    const oneself = members.find(({ isCaller }) => isCaller)
    assert.deepEqual([oneself?.role, oneself?.setBy], ['SUBSCRIPTION_ADMIN', 'ADMIN_SUBJECTS'])
    await signIn(other.visitor(), named.email)
    const audited = await other.sql(`select 1 from audit where act = 'sign-in' and "by" = $1`, [named.email])
    assert.equal(audited.length, 1, 'their sign-in is in the audit')
    const id = members.find(({ email }) => email === 'admin@shop.example')?.id ?? assert.fail()
    // An invited administrator cannot sign in yet.
    const invited = { email: addressOf('invited'), role: 'SUBSCRIPTION_ADMIN', language: 'en' }
    assert.equal((await named.visitor.post(path, invited)).status, 204)
    assert.equal(await outcome(await end(named.visitor, id)), '409 LAST_ADMINISTRATOR')
    assert.equal(await outcome(await named.visitor.post(`${path}/${id}`, support)), '409 LAST_ADMINISTRATOR')
    const idOf = async (address: string) =>
      (await teamOf(named.visitor)).members.find(({ email }) => email === address)?.id ?? assert.fail(address)
    assert.equal(await outcome(await end(named.visitor, await idOf(invited.email))), '204', 'one who is none yet')
    const first = await givenAnAdministrator(other)
    assert.equal(await outcome(await end(first, account?.id ?? '')), '409 ROLE_BY_SETTING')
  })

  test('is kept by one of two administrators who end each other’s role concurrently', async () => {
    const first = await givenAnAdministrator(other)
    const email = addressOf('twin')
    const second = await givenAColleague(other, 'SUBSCRIPTION_ADMIN', email)
    const { members } = await teamOf(first)
    const idOf = (address: string) => members.find((one) => one.email === address)?.id ?? assert.fail(address)
    await Promise.all([end(first, idOf(email)), end(second, idOf('admin@shop.example'))])
    const [left] = await other.sql<{ count: string }>(
      "select count(*) from identity_accounts where role = 'SUBSCRIPTION_ADMIN'",
    )
    assert.equal(left?.count, '1')
  })
})

test('with another identity provider the page shows the team and that provider, and changes nothing', async () => {
  const { shop: elsewhere, tell } = await givenAnotherIssuer(cluster, { OIDC_ROLE_CLAIM: 'realm_access.roles' })
  const visitor = elsewhere.visitor()
  const person = aPerson({ email_verified: true, realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } })
  await tell({ person })
  await enter(visitor)
  const { decidedBy, members } = await teamOf(visitor)
  assert.ok(decidedBy)
  assert.deepEqual(
    members.map(({ email, role, isCaller, setBy }) => [email, role, isCaller, setBy]),
    [[person.email, 'SUBSCRIPTION_ADMIN', true, null]],
  )
  assert.ok(members[0]?.lastSignIn)
  const [{ id }] = members as [Team['members'][number]]
  assert.equal(await outcome(await visitor.post(path, { email: addressOf('x'), ...inEnglish })), '409 ROLES_ELSEWHERE')
  assert.equal(await outcome(await visitor.post(`${path}/${id}`, support)), '409 ROLES_ELSEWHERE')
  assert.equal(await outcome(await end(visitor, id)), '409 ROLES_ELSEWHERE')
})

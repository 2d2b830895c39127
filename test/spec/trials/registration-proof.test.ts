import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { aPerson, givenAnotherIssuer } from '../../support/servers/given-issuer.ts'
import {
  activate,
  aRegistration,
  atTheHour,
  eventually,
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  signIn,
  type TestShop,
  whoIs,
} from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

/** Details that a stranger enters under another person's address. */
const planted = { firstName: 'Zoltan', lastName: 'Karnovak', country: 'KP', company: 'Nowhere Trading' }

const cluster = await useCluster()

type Own = { subscriber: { firstName: string; company: string }; subscriptions: { subscription: { status: string } }[] }
const ownOf = async (visitor: TestVisitor): Promise<Own> =>
  (await (await visitor.get('/api/v1/subscriptions/user')).json()) as Own
const statesOf = async (visitor: TestVisitor) =>
  (await ownOf(visitor)).subscriptions.map(({ subscription }) => subscription.status)

const rowOf = async (shop: TestShop, email: string) =>
  (await shop.sql('select * from subscribers where email_key = lower($1)', [email]))[0]

/** Starts a trial as the form of a signed-in person does, with every field filled in. */
const fillIn = async (visitor: TestVisitor, changes: Record<string, unknown> = {}) => {
  const { email: _, ...fields } = aRegistration(changes)
  return visitor.post('/api/v1/plans/analytics-trial/checkout', fields)
}

const builtIn = await givenAShop({}, cluster)
const other = await givenAnotherIssuer(cluster)

describe('with the built-in provider', () => {
  const shop = builtIn
  const admin = 'admin@shop.example'

  test('an administrator’s address counts as known: the same 201, an email, and nothing of the stranger’s data is stored', async () => {
    const stranger = shop.visitor()
    await unchanged(shop, async () => {
      const answer = await stranger.post('/api/v1/users', aRegistration({ email: admin, ...planted }))
      assert.equal(answer.status, 201)
      const { trialToken } = (await answer.json()) as { trialToken: string }
      const headers = { 'x-trial-token': trialToken }
      assert.equal((await stranger.post('/api/v1/plans/analytics-trial/checkout', {}, headers)).status, 204)
      await shop.mailTo(admin, 'already have an account')
      await shop.catchUp()
    }, ['trial_tokens'])
    const administrator = await givenAnAdministrator(shop)
    const { user } = (await (await administrator.get('/api/v1/users/userinfo')).json()) as {
      user: Record<string, unknown>
    }
    assert.deepEqual([user['firstName'], user['deniedCountry'], user['dplStatus']], ['', false, null])
    assert.equal((await shop.visitor().get(`/api/v1/users/search/${admin}`)).status, 200)
  })

  test('a registration before the account was activated is not joined by a sign-in without its link', async () => {
    const email = 'invited.later@northwind-bottling.example'
    await givenARegistration(shop, { email, ...planted })
    // As the operator's command would: the account can sign in without the registration's link.
    const [given] = await shop.sql<{ password_hash: string }>(
      'select password_hash from identity_accounts where email = $1',
      [admin],
    )
    await shop.sql('update identity_accounts set activated_at = invited_at, password_hash = $2 where email = $1', [
      email,
      given?.password_hash,
    ])
    const visitor = shop.visitor()
    await signIn(visitor, email, 'the administrator of the tests')
    assert.equal(await whoIs(visitor), email)
    assert.deepEqual(await statesOf(visitor), [])
    assert.equal((await rowOf(shop, email))?.['email_verified_at'], null)
    assert.equal((await fillIn(visitor, { firstName: 'Ines' })).status, 303)
    const own = await ownOf(visitor)
    assert.deepEqual([own.subscriber.firstName, own.subscriber.company], ['Ines', 'Northwind Bottling'])
    assert.deepEqual(await statesOf(visitor), ['active'])
    const accepted = await shop.sql('select 1 from acceptances where subscriber_id = $1', [
      (await rowOf(shop, email))?.['id'],
    ])
    assert.equal(accepted.length, 2, 'the EULA and the privacy policy, accepted by the person alone')
  })

  test('after two registrations, the newest link is valid and activates the newest registration, in another browser too', async () => {
    const { email } = await givenARegistration(shop, { firstName: 'First' })
    const early = await shop.mailTo(email, 'Activate')
    await givenARegistration(shop, { email, firstName: 'Second' })
    const late = await eventually('a second mail', async () =>
      (await shop.mails()).find((mail) => mail.to.includes(email) && mail.id !== early.id),
    )
    const visitor = shop.visitor()
    assert.equal((await visitor.get(/https?:\S+activate\S+/.exec(early.text)?.[0] ?? '')).status, 410)
    await activate({ mailTo: async () => late }, visitor, email)
    assert.deepEqual(await statesOf(visitor), ['active'])
    assert.equal((await ownOf(visitor)).subscriber.firstName, 'Second')
  })
})

test('a registration beyond the email limit replaces nothing: the link in the inbox activates its own registration', async () => {
  const shop = await givenAShop({ RATE_LIMIT_FACTOR: '1', ...atTheHour }, cluster)
  const email = 'often.registered@acme.example'
  const register = (firstName: string) => shop.visitor().post('/api/v1/users', aRegistration({ email, firstName }))
  const names = Array.from({ length: 7 }, (_, i) => `Name${i}`)
  for (const name of names) assert.equal((await register(name)).status, 201)
  await shop.catchUp()
  const sent = (await shop.mails()).filter((mail) => mail.to.includes(email))
  assert.ok(sent.length < names.length)
  const visitor = shop.visitor()
  await activate(shop, visitor, email)
  assert.equal((await ownOf(visitor)).subscriber.firstName, names[sent.length - 1])
})

describe('with another issuer', () => {
  const { shop, tell } = other
  const enter = (visitor: TestVisitor, path = '/api/v1/login?redirect_url=/plans') =>
    visitor.request(path, { headers: { accept: 'text/html' }, follow: true })
  /** Makes the issuer confirm an address for the next person. */
  const prove = (email: string) => tell({ person: aPerson({ email, email_verified: true }) })
  const linkIn = (text: string) => /https?:\/\/\S+\/api\/v1\/login\S+/.exec(text)?.[0] ?? ''

  test('a person who signs in without the link gets nothing that another person registered', async () => {
    const email = 'planted.person@northwind-bottling.example'
    await givenARegistration(shop, { email, ...planted })
    await prove(email)
    const visitor = shop.visitor()
    await enter(visitor)
    assert.equal(await whoIs(visitor), email)
    const { user } = (await (await visitor.get('/api/v1/users/userinfo')).json()) as { user: Record<string, unknown> }
    assert.deepEqual([user['firstName'], user['deniedCountry'], user['dplStatus']], ['Jo', false, null])
    assert.deepEqual(await statesOf(visitor), [])
    assert.equal((await rowOf(shop, email))?.['email_verified_at'], null)
    // From now on the address is known, so a stranger's next registration is not stored.
    assert.equal((await shop.visitor().get(`/api/v1/users/search/${email}`)).status, 200)
    assert.equal((await shop.visitor().post('/api/v1/users', aRegistration({ email, firstName: 'M' }))).status, 201)
    assert.equal((await rowOf(shop, email))?.['first_name'], 'Zoltan')
    assert.equal((await fillIn(visitor, { firstName: 'Ines' })).status, 303)
    assert.deepEqual(await statesOf(visitor), ['active'])
    assert.equal((await rowOf(shop, email))?.['first_name'], 'Ines')
  })

  test('the browser that registered activates the registration without the link', async () => {
    const { visitor, email } = await givenARegistration(shop)
    await prove(email)
    await enter(visitor)
    assert.deepEqual(await statesOf(visitor), ['active'])
  })

  test('another browser activates it by the link, also if it is signed in already', async () => {
    for (const before of [false, true]) {
      const { email } = await givenARegistration(shop)
      const mail = await shop.mailTo(email)
      await prove(email)
      const visitor = shop.visitor()
      if (before) {
        await enter(visitor)
        assert.deepEqual(await statesOf(visitor), [])
      }
      const arrived = await enter(visitor, linkIn(mail.text))
      assert.equal(new URL(arrived.url).pathname + new URL(arrived.url).search, '/try/analytics-trial')
      assert.deepEqual(await statesOf(visitor), ['active'])
    }
  })

  test('the link of an earlier registration does not activate its replacement', async () => {
    const { email } = await givenARegistration(shop, { firstName: 'First' })
    const early = await shop.mailTo(email)
    await givenARegistration(shop, { email, ...planted })
    await prove(email)
    const visitor = shop.visitor()
    await enter(visitor, linkIn(early.text))
    assert.equal(await whoIs(visitor), email)
    assert.deepEqual(await statesOf(visitor), [])
  })

  test('the data of a person does not show what was registered under their address before', async () => {
    const { email } = await givenARegistration(shop, { firstName: 'First' })
    await givenARegistration(shop, { email, firstName: 'Second' })
    const mail = await eventually('a second link', async () => {
      const [latest, ...earlier] = (await shop.mails()).filter((one) => one.to.includes(email))
      return earlier.length > 0 && latest
    })
    await prove(email)
    const visitor = shop.visitor()
    await enter(visitor, linkIn(mail.text))
    assert.equal(await whoIs(visitor), email)
    const { screening } = (await (await visitor.get('/api/v1/account/export')).json()) as {
      screening: { profile?: { firstName: string } }[]
    }
    const names = new Set(screening.map(({ profile }) => profile?.firstName))
    assert.deepEqual(names, new Set(['Second', undefined]))
  })

  test('a link opened by another person activates nothing for them', async () => {
    const { email: mallory } = await givenARegistration(shop, planted)
    // A person who has to wait for review gets a second email, without a link.
    const lure = await eventually('a link', async () =>
      (await shop.mails()).find((mail) => mail.to.includes(mallory) && linkIn(mail.text) !== ''),
    )
    const email = 'lured.person@acme.example'
    await givenARegistration(shop, { email, ...planted })
    await prove(email)
    const visitor = shop.visitor()
    await enter(visitor, linkIn(lure.text))
    assert.equal(await whoIs(visitor), email)
    assert.deepEqual(await statesOf(visitor), [])
  })

  test('the link leads to the sign-up address that the operator configured, and is remembered', async () => {
    await shop.restart({ OIDC_SIGNUP_URL: 'https://id.example.com/sign-up?a=1' })
    const { email } = await givenARegistration(shop)
    const mail = await shop.mailTo(email)
    const visitor = shop.visitor()
    const there = await visitor.get(linkIn(mail.text))
    assert.deepEqual([there.status, there.headers.get('location')], [302, 'https://id.example.com/sign-up?a=1'])
    await prove(email)
    await enter(visitor)
    assert.deepEqual(await statesOf(visitor), ['active'])
  })
})

import assert from 'node:assert/strict'
import { describe, it, test } from 'vitest'
import { givenAFolder } from '../../support/given-folder.ts'
import { aCatalogueIn, planIn } from '../../support/catalogue-file.ts'
import { atTheHour, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowedCode, createProgram, leaseOf } from '../../support/licence/program.ts'

const catalogue = aCatalogueIn(givenAFolder(), (sample) => {
  for (const product of sample.products) product.licence = { offlineDays: 5, devices: 3, swaps: 4 }
  planIn(sample, 'analytics-trial')['features'] = ['export', 'batch']
})
const shop = await givenAShop({ ...atTheHour, CATALOGUE: catalogue })

describe('the server metadata', () => {
  it('is the RFC 8414 document stated in the guide; it and the public keys can be cached for an hour', async () => {
    const answer = await fetch(`${shop.url}/.well-known/oauth-authorization-server/licence`)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
    const at = `${shop.url}/licence`
    assert.deepEqual(await answer.json(), {
      issuer: at,
      authorization_endpoint: `${at}/authorize`,
      device_authorization_endpoint: `${at}/device_authorization`,
      token_endpoint: `${at}/token`,
      revocation_endpoint: `${at}/revoke`,
      jwks_uri: `${at}/keys`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      dpop_signing_alg_values_supported: ['ES256'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ['licence'],
    })
    const keys = await fetch(`${at}/keys`)
    assert.equal(keys.headers.get('cache-control'), 'public, max-age=3600')
    for (const key of ((await keys.json()) as { keys: object[] }).keys)
      assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'sandbox', 'use', 'x', 'y'])
  })
})

describe('a lease', () => {
  it('has the plan’s features, lasts as many days as the product allows, and is given for the companion too', async () => {
    const { visitor } = await givenATrialUser(shop)
    const lease = leaseOf(await (await createProgram(shop)).signIn(visitor))
    assert.deepEqual([lease.ent, lease.exp - lease.iat], [['export', 'batch'], 5 * 86_400])
    const companion = leaseOf(await (await createProgram(shop, 'statistics')).signIn(visitor))
    assert.deepEqual([companion.aud, companion.lic.plan], ['statistics', 'analytics-trial'])
  })
})

test('the features of a plan are those in the catalogue, and once the plan is removed those with which it was sold', async () => {
  const withFeatures = (features?: string[]) =>
    aCatalogueIn(givenAFolder(), (sample) => {
      if (features) planIn(sample, 'statistics-trial')['features'] = features
      else sample.plans = sample.plans.filter(({ name }) => name !== 'statistics-trial')
    })
  const own = await givenAShop({ ...atTheHour, CATALOGUE: withFeatures(['export']) })
  const { visitor } = await givenATrialUser(own, { affirmation: true }, 'statistics-trial')
  const program = await createProgram(own, 'statistics')
  await program.signIn(visitor)
  const entAfter = async (features?: string[]) => {
    await own.restart({ CATALOGUE: withFeatures(features) })
    return leaseOf((await program.renew()).body).ent
  }
  assert.deepEqual(await entAfter(['export', 'batch']), ['export', 'batch'])
  assert.deepEqual(await entAfter(), ['export'])
})

describe('a sign-in', () => {
  it('returns to the program by its own protocol', async () => {
    const { visitor } = await givenATrialUser(shop)
    const program = await createProgram(shop)
    const redirect = { redirect_uri: 'parallax://licence' }
    const form = await visitor.form(program.authorizePath(redirect))
    const answer = await visitor.submit(form, { act: 'allow' })
    const back = new URL(answer.headers.get('refresh')?.replace('0; url=', '') ?? '')
    assert.deepEqual([back.protocol, back.host, back.searchParams.get('state')], ['parallax:', 'licence', 'a state'])
    const { status } = await program.exchange(back.searchParams.get('code') ?? '', redirect)
    assert.equal(status, 200)
  })

  it('reads all of a query in which a value has a question mark, which RFC 3986 allows', async () => {
    const { visitor } = await givenATrialUser(shop)
    const path = (await createProgram(shop)).authorizePath({ state: 'a?b' }).replace('%3F', '?')
    const answer = await visitor.submit(await visitor.form(path), { act: 'allow' })
    const back = new URL(answer.headers.get('refresh')?.replace('0; url=', '') ?? '')
    assert.equal(back.searchParams.get('state'), 'a?b')
  })

  it('is not offered beyond the number of computers that can be added within 30 days, until they have passed', async () => {
    const { visitor } = await givenATrialUser(shop)
    for (let count = 0; count < 4; count += 1) {
      const program = await createProgram(shop)
      await program.signIn(visitor)
      await program.post('/licence/revoke', { client_id: 'analytics', token: program.token() })
    }
    const fifth = await createProgram(shop)
    const form = await visitor.form(fifth.authorizePath())
    assert.match(form.html, /in the last 30 days/)
    assert.doesNotMatch(form.html, /value="allow"/)
    await shop.sql(`update devices set approved_at = approved_at - interval '30 days'`)
    await allowedCode(visitor, fifth.authorizePath())
  })
})

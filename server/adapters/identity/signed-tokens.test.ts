import assert from 'node:assert/strict'
import { createRemoteJWKSet, customFetch, exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose'
import { test } from 'vitest'
import { readLogoutToken, verifyIdToken } from './signed-tokens.ts'

const client = { issuer: 'https://issuer.example', clientId: 'shop' }
const algorithm = { alg: 'ES256', kid: 'the only one' }

/** An issuer whose key changes, but not its `kid`; `pause` is in ms. */
async function givenAnIssuer(pause: number) {
  let pair = await generateKeyPair('ES256')
  let fetches = 0
  const keys = createRemoteJWKSet(new URL('https://issuer.example/keys'), {
    cooldownDuration: pause,
    [customFetch]: async () => {
      fetches++
      return Response.json({ keys: [{ ...(await exportJWK(pair.publicKey)), ...algorithm }] })
    },
  })
  const sign = (key: CryptoKey) =>
    new SignJWT({ events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
      .setProtectedHeader(algorithm)
      .setIssuer(client.issuer)
      .setAudience(client.clientId)
      .setSubject('jo')
      .setJti('1')
      .setIssuedAt()
      .sign(key)
  return {
    keys,
    fetches: () => fetches,
    token: () => sign(pair.privateKey),
    async falseToken() {
      return sign((await generateKeyPair('ES256')).privateKey)
    },
    async changeKey() {
      pair = await generateKeyPair('ES256')
    },
  }
}

const failed = { code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED' }

test('accepts ID tokens and logout tokens of an issuer with a new key under the same kid', async () => {
  const { keys, token, changeKey } = await givenAnIssuer(0)
  await verifyIdToken(await token(), keys)
  await changeKey()
  await verifyIdToken(await token(), keys)
  await changeKey()
  assert.equal((await readLogoutToken(await token(), keys, client)).subject, 'jo')
})

test('fetches the keys once more for a false signature, and not again during the pause', async () => {
  const { keys, fetches, token, falseToken } = await givenAnIssuer(0)
  await verifyIdToken(await token(), keys)
  await assert.rejects(verifyIdToken(await falseToken(), keys), failed)
  assert.equal(fetches(), 2)
  const paused = await givenAnIssuer(60_000)
  await paused.keys.reload()
  await assert.rejects(verifyIdToken(await paused.falseToken(), paused.keys), failed)
  await assert.rejects(readLogoutToken(await paused.falseToken(), paused.keys, client), failed)
  assert.equal(paused.fetches(), 1)
})

import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import type { IdentityDb } from '../database/tables.ts'
import type { FactorKeys } from './factors.ts'
import { keptOf, passkeyRows, type NewPasskey, type PasskeyProof } from './passkeys.ts'
import { challengeLife } from './progress.ts'

/** Loaded with the first passkey, because most requests, and shops with another issuer, never need it. */
const library = () => import('@simplewebauthn/server')

/** What passkeys belong to (https://www.w3.org/TR/webauthn-3/#relying-party-identifier). */
export type RelyingParty = { id: string; origin: string }

/** EdDSA, ES256 and RS256, with which authenticators sign (https://www.iana.org/assignments/cose). */
const algorithms = [-8, -7, -257]

/** Null if browsers support no passkeys: over plain HTTP, except on localhost, and if the host is a bare IP address. */
export function relyingParty(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (!local && (protocol !== 'https:' || isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0)) return null
  return { id: hostname, origin }
}

/**
 * Returns what a browser needs to create a passkey, with a new challenge. It creates none if the device already has
 * one.
 */
export async function creationOptions(
  db: IdentityDb,
  party: RelyingParty,
  { accountId, email, brand }: { accountId: string; email: string; brand: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const known = await passkeyRows(db, accountId)
  return generateRegistrationOptions({
    rpName: brand,
    rpID: party.id,
    userID: new TextEncoder().encode(accountId),
    userName: email,
    userDisplayName: email,
    timeout: challengeLife,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: known.flatMap(({ credential_id: id }) => (id === null ? [] : [{ id }])),
  })
}

/** Returns what a browser needs to sign with one of an account's passkeys, with a new challenge. */
export async function requestOptions(
  db: IdentityDb,
  keys: Pick<FactorKeys, 'secrets'>,
  party: RelyingParty,
  accountId: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  const known = await passkeyRows(db, accountId)
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: challengeLife,
    userVerification: 'required',
    allowCredentials: known.flatMap(({ credential_id: id, sealed }) => {
      const kept = keptOf(keys, sealed)
      return id === null || kept === undefined ? [] : [{ id, transports: kept.transports }]
    }),
  })
}

/** Whether a response is by a passkey of this account for this challenge, which is accepted once. */
export async function usePasskey(
  db: IdentityDb,
  keys: Pick<FactorKeys, 'secrets'>,
  party: RelyingParty,
  { accountId, challenge, answer }: { accountId: string; challenge: string; answer: string },
  now: Date,
): Promise<PasskeyProof | null> {
  const response = read(answer) as AuthenticationResponseJSON | undefined
  const row = (await passkeyRows(db, accountId)).find(({ credential_id: id }) => id !== null && id === response?.id)
  const kept = row && keptOf(keys, row.sealed)
  if (!response || !kept || !(await spend(db, challenge, now))) return null
  const { verifyAuthenticationResponse } = await library()
  // Throws for any fault: challenge, origin, relying party, missing user verification, a counter that decreased.
  const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: response.id,
      publicKey: Buffer.from(kept.publicKey, 'base64url'),
      counter: Number(row.counter),
      transports: kept.transports,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  if (!verified || info === undefined) return null
  // A concurrent response must not overwrite a higher counter. Synced passkeys do not count: their counter stays 0.
  const { numUpdatedRows } = await db
    .updateTable('identity_factors')
    .set({ counter: info.newCounter, used_at: now })
    .where('id', '=', row.id)
    .where((is) => is.or([is('counter', '<', String(info.newCounter)), is('counter', '=', '0')]))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return null
  return info.credentialDeviceType === 'multiDevice' ? 'swk' : 'hwk'
}

/**
 * Returns the new passkey in a browser's response to a challenge, which is accepted once; null if the response does not
 * match.
 */
export async function readNewPasskey(
  db: IdentityDb,
  party: RelyingParty,
  { challenge, answer }: { challenge: string; answer: string },
  now: Date,
): Promise<NewPasskey | null> {
  const response = read(answer) as RegistrationResponseJSON | undefined
  if (!response || !(await spend(db, challenge, now))) return null
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (info === undefined) return null
  const { id, publicKey, counter, transports } = info.credential
  return {
    credentialId: id,
    kept: { publicKey: Buffer.from(publicKey).toString('base64url'), transports: texts(transports) },
    counter,
    proof: info.credentialDeviceType === 'multiDevice' ? 'swk' : 'hwk',
  }
}

/** Consumes a challenge; false if it was used. It is removed once it would have expired. */
async function spend(db: IdentityDb, challenge: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity_objects')
    .values({
      kind: 'PasskeyChallenge',
      id_hash: tokenHash(challenge),
      sealed: '',
      expires_at: new Date(now.getTime() + challengeLife),
    })
    .onConflict((conflict) => conflict.columns(['kind', 'id_hash']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Reads a credential from a page: an object with an identifier. The library checks the rest. */
function read(answer: string): unknown {
  try {
    const response = JSON.parse(answer) as { id?: unknown } | null
    return typeof response?.id === 'string' ? response : undefined
  } catch {
    return undefined
  }
}

const texts = (given: unknown) => (Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [])

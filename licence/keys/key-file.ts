import { calculateJwkThumbprint, type JWK } from 'jose'
import { licenceAlgorithms, type LicenceAlgorithm } from '../../domain/catalogue/licence-terms.ts'
import { signingKeyStates } from '../database/tables.ts'
import type { OpenKey } from './key-rows.ts'

const format = 'tillhouse-licence-keys-1'
/** The curve of each algorithm. */
const curves: Record<LicenceAlgorithm, string> = { ES256: 'P-256', Ed25519: 'Ed25519' }

/** The text of a file with all keys, private parts included. */
export function writeKeyFile(keys: readonly OpenKey[]): string {
  const [first] = keys
  if (!first) throw new Error('There are no licence keys yet: start the server once, which makes them.')
  const entries = keys.map(({ iss: _iss, ...key }) => key)
  return `${JSON.stringify({ format, issuer: first.iss, keys: entries }, null, 2)}\n`
}

/** Returns the keys in such a text. Throws one sentence if the text is invalid. */
export async function readKeyFile(text: string): Promise<OpenKey[]> {
  const file = parsed(text)
  if (file['format'] !== format || typeof file['issuer'] !== 'string' || !Array.isArray(file['keys']))
    throw new Error('The file holds no exported licence keys.')
  const iss = file['issuer']
  const keys = await Promise.all(file['keys'].map((entry: unknown) => readEntry(entry, iss)))
  for (const algorithm of new Set(keys.map((key) => key.algorithm)))
    if (keys.filter((key) => key.algorithm === algorithm && key.state === 'current').length !== 1)
      throw new Error(`The file must hold exactly one current key for ${algorithm}.`)
  if (keys.length === 0 || new Set(keys.map(({ kid }) => kid)).size < keys.length)
    throw new Error('The file holds no key, or one twice.')
  return keys
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

async function readEntry(entry: unknown, iss: string): Promise<OpenKey> {
  const { kid, algorithm, state, jwk, createdAt, promotedAt, retiredAt } = (entry ?? {}) as Record<string, unknown>
  const known = licenceAlgorithms.find((one) => one === algorithm)
  const own = signingKeyStates.find((one) => one === state)
  const key = (jwk ?? {}) as JWK
  const isPrivate = known !== undefined && key.crv === curves[known] && typeof key.d === 'string'
  if (!own || !isPrivate || (await calculateJwkThumbprint(key).catch(() => '')) !== kid)
    throw new Error(`The file holds a key that is incomplete or is not what its kid says: ${String(kid)}`)
  const [created, promoted, retired] = [moment(createdAt), moment(promotedAt), moment(retiredAt)]
  if (!created) throw new Error(`The file does not say when the key ${kid} was made.`)
  return {
    kid,
    algorithm: known,
    state: own,
    jwk: key,
    iss,
    createdAt: created,
    promotedAt: promoted,
    retiredAt: retired,
  }
}

function moment(value: unknown): Date | null {
  const date = typeof value === 'string' ? new Date(value) : null
  return date && !Number.isNaN(date.getTime()) ? date : null
}

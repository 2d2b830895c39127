import { z } from 'zod'
import { trustIn } from '../../../platform/network-address.ts'
import { senderIn } from '../../adapters/mail/sender.ts'

/** Rules for the values of environment variables: those that several share, and long ones. */

export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return z.enum(values, { error: `must be ${values.map((value) => `"${value}"`).join(', ')} or unset` }).optional()
}
export const list = z.string().transform((value) => value.split(/[\s,]+/).filter(Boolean))
export const withLength = (min: number) => z.string().min(min, { error: `must have at least ${min} characters` })
export const time = z.iso.datetime({ error: 'must be a time such as 2026-12-24T00:00:00Z' }).optional()

export const positive = (error: string) => z.coerce.number({ error }).positive({ error })
const likenessError = 'must be a number greater than 0 and at most 1'
export const likeness = positive(likenessError).max(1, { error: likenessError }).optional()
const yearsError = { error: 'must be a whole number of years from 1 to 100' }
export const years = z.coerce.number(yearsError).int(yearsError).min(1, yearsError).max(100, yearsError)

export const url = z
  .string()
  .refine((value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol), {
    error: 'must be a URL that starts with http:// or https://',
  })
export const origin = (example: string) =>
  url.refine((value) => !URL.canParse(value) || isOrigin(new URL(value)), {
    error: `must have no path, query, fragment or user name, such as ${example}`,
  })
const isOrigin = ({ href, origin }: URL) => href === `${origin}/`

/** An unencoded "/", "?" or "#" in a password ends the host, so that a later "@" is in another part. */
function isEncoded(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { username, password, pathname, search, hash } = new URL(value)
  if (pathname.includes('@') || hash !== '' || search.split('=')[0]?.includes('@')) return false
  return [username, password].every(isDecodable)
}
/** A "%" must begin a code, and the codes must be text in UTF-8. */
function isDecodable(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
const urlWithPassword = (example: string, ...schemes: string[]) =>
  z
    .string()
    .refine((value) => schemes.some((scheme) => value.startsWith(scheme)), {
      error: `must be a URL that starts with ${schemes.join(' or ')}`,
      abort: true,
    })
    .refine(isEncoded, {
      error: `must be a URL such as ${example}: percent-encode special characters in user and password`,
    })
    .optional()
export const databaseUrl = urlWithPassword('postgres://user:password@host:5432/name', 'postgres://', 'postgresql://')
export const mailUrl = urlWithPassword('smtp://user:password@host:587', 'smtp://', 'smtps://')
export const sender = z
  .string()
  .refine((value) => !/[\r\n]/.test(value) && senderIn(value) !== null, {
    error: 'must be one email address, such as shop@example.com or Example <shop@example.com>',
  })
  .optional()

export const secrets = z
  .string()
  .transform((value) => value.split(',').map((secret) => secret.trim()))
  .refine((values) => values.length > 0 && values.every((v) => v.length >= 32), {
    error: 'must have at least 32 characters per secret',
  })
  .refine(([newest = '']) => newest.length < 32 || new Set(newest).size >= 8, {
    // An older one may still be needed to decrypt.
    error:
      'must be random: the first one has fewer than 8 different characters. "openssl rand -hex 32" prints a good one',
  })
  .optional()

function areNetworks(entries: string[]): boolean {
  try {
    trustIn(entries)
    return true
  } catch {
    return false
  }
}
export const proxies = list
  .refine(areNetworks, { error: 'must be addresses or networks, such as 127.0.0.1 or 10.0.0.0/8' })
  .refine((entries) => !entries.some((entry) => /\/0*[0-7]$/.test(entry)), {
    error: 'must not contain a network as large as /7 or larger: every visitor could then choose their own address',
  })
export const networks = list.refine(
  (entries) => areNetworks(entries) && entries.every((entry) => /^[0-9a-f.:]+(\/\d+)?$/i.test(entry)),
  { error: 'must be addresses or networks, such as 10.0.0.0/8' },
)

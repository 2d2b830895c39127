import {
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type JsonWebKey,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

export const vectorFile = 'docs/reference/licence-vectors.json'

/** The expected result for a token: `state` at `now`, or why a client rejects it. Times are in seconds since 1970. */
export type LicenceVector = {
  name: string
  token: string
  /** The names of the `keys` that the client has. */
  keys: string[]
  now: number
  expected: { state: string } | { why: string }
  /** If absent, `floor` and `mark` are 0, and evaluation licences are refused. */
  floor?: number
  mark?: number
  sandbox?: true
  /** The token is the refusal that answers the proof with this `jti`. */
  request?: string
}
export type LicenceVectors = {
  about: string
  issuer: string
  product: string
  jkt: string
  keys: Record<string, JsonWebKey>
  vectors: LicenceVector[]
}

type Pair = { privateKey: JsonWebKey; publicKey: JsonWebKey & { kid: string } }
type Part = Record<string, unknown>

const digest = (text: string) => createHash('sha256').update(text).digest()
const thumbprint = ({ crv, kty, x, y }: JsonWebKey) =>
  digest(JSON.stringify({ crv, kty, x, ...(y === undefined ? {} : { y }) })).toString('base64url')

/** Derives keys that anyone can reproduce: they protect nothing. */
function p256(name: string): Pair {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(digest(`licence vectors: ${name}`))
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return paired({ kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, ecdh.getPrivateKey('base64url'), 'ES256')
}

function ed25519(name: string): Pair {
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    digest(`licence vectors: ${name}`),
  ])
  const { d = '', ...jwk } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })
  return paired(jwk, d, 'Ed25519')
}

function paired(jwk: JsonWebKey, d: string, alg: string): Pair {
  return { privateKey: { ...jwk, d }, publicKey: { ...jwk, kid: thumbprint(jwk), alg, use: 'sig' } }
}

const [current, next, stranger, device, edwards] = [
  p256('current'),
  p256('next'),
  p256('stranger'),
  p256('device'),
  ed25519('edwards'),
]
const evaluation: Pair = ((pair) => ({ ...pair, publicKey: { ...pair.publicKey, sandbox: true } }))(p256('evaluation'))

const issuer = 'https://shop.example.com/licence'
const iat = 1_795_248_000
const hour = 3600
const day = 24 * hour
const jkt = thumbprint(device.publicKey)
const lease: Part = {
  v: 1,
  iss: issuer,
  base: 'https://shop.example.com',
  aud: 'analytics',
  sub: 'sub_7Qk2',
  jti: '0d9b4c1e-7d2f-4a55-9a3e-1f0f7b1f6a11',
  iat,
  nbf: iat - 300,
  renew: iat + day,
  exp: iat + 14 * day,
  dev: 'dev_4fJ1',
  seq: 7,
  cnf: { jkt },
  lic: { id: 'c1a0', plan: 'analytics-monthly', type: 'subscription', until: '2026-12-20', renews: true },
  ent: [],
  keys: [current.publicKey.kid, next.publicKey.kid],
  to: 'Jane Example, Northwind Bottling',
}
const refusal: Part = {
  v: 1,
  iss: issuer,
  aud: 'analytics',
  iat: iat + day,
  jkt,
  req: 'proof-1',
  reason: 'ended',
  url: 'https://shop.example.com/account',
}
const header = (pair: Pair, changes: Part = {}): Part => ({
  alg: pair.publicKey['alg'],
  typ: 'licence+jwt',
  kid: pair.publicKey.kid,
  ...changes,
})

const coded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** The signatures in the existing file, by signed text. ES256 signatures are random, so valid ones are kept. */
function earlierSignatures(): Map<string, string[]> {
  const file = join(root, vectorFile)
  const found = new Map<string, string[]>()
  if (!existsSync(file)) return found
  const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as LicenceVectors
  for (const { token } of vectors) {
    const end = token.lastIndexOf('.')
    const input = token.slice(0, end)
    found.set(input, [...(found.get(input) ?? []), token.slice(end + 1)])
  }
  return found
}

/** Returns the vectors. A client in any language must produce the expected results. */
export function licenceVectors(): LicenceVectors {
  const earlier = earlierSignatures()
  const signed = (head: unknown, payload: unknown, by: Pair): string => {
    const input = `${coded(head)}.${coded(payload)}`
    const [data, hash] = [Buffer.from(input), by.publicKey.kty === 'OKP' ? null : 'sha256'] as const
    const key = { key: by.privateKey, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const
    const kept = earlier.get(input)?.find((text) => verify(hash, data, key, Buffer.from(text, 'base64url')))
    const signature = kept ?? sign(hash, data, key).toString('base64url')
    earlier.set(input, [...(earlier.get(input) ?? []), signature])
    return `${input}.${signature}`
  }
  const of = (payload: Part, head: Part = {}, by = current) => signed(header(by, head), payload, by)
  const good = of(lease)
  const [head = '', body = '', signature = ''] = good.split('.')
  const publicPem = createPublicKey({ key: current.publicKey, format: 'jwk' }).export({ format: 'pem', type: 'spki' })
  const hmacInput = `${coded(header(current, { alg: 'HS256' }))}.${body}`
  const hmac = createHmac('sha256', publicPem).update(hmacInput).digest('base64url')
  const without = (name: string) => Object.fromEntries(Object.entries(lease).filter(([member]) => member !== name))

  const pinned = ['current', 'next']
  const at = (
    name: string,
    token: string,
    state: string,
    now: number,
    more: Partial<LicenceVector> = {},
  ): LicenceVector => ({
    name,
    token,
    keys: pinned,
    now,
    expected: { state },
    ...more,
  })
  const no = (name: string, token: string, why: string, more: Partial<LicenceVector> = {}): LicenceVector => ({
    name,
    token,
    keys: pinned,
    now: iat + hour,
    expected: { why },
    ...more,
  })
  const answering = { request: 'proof-1' }
  const refused = (payload: Part, changes: Part = {}, by = current) =>
    of(payload, { typ: 'licence-refusal+jwt', ...changes }, by)

  const vectors = [
    at('a lease', good, 'licensed', iat + hour),
    at('by the next key, which is compiled in too', of(lease, {}, next), 'licensed', iat + hour),
    at('by Ed25519, where the product’s key is one', of(lease, {}, edwards), 'licensed', iat + hour, {
      keys: ['edwards'],
    }),
    at('with members that the client does not know', of({ ...lease, later: { x: 1 } }), 'licensed', iat + hour),
    at('without the name of a person', of(without('to')), 'licensed', iat + hour),
    at('for evaluation, if the client accepts it', of({ ...lease, sandbox: true }), 'licensed', iat + hour, {
      sandbox: true,
    }),
    at('more than three days before its end', good, 'licensed', iat + 11 * day - 1),
    at('three days before its end', good, 'renew-soon', iat + 11 * day),
    at('a second before its end', good, 'renew-soon', iat + 14 * day - 1),
    at('at its end', good, 'expired', iat + 14 * day),
    at('with the clock hours behind', good, 'licensed', iat - 20 * hour, { floor: iat, mark: iat }),
    at('with the clock 24 hours behind what was seen', good, 'licensed', iat + 5 * day, {
      floor: iat,
      mark: iat + 6 * day,
    }),
    at('with the clock more than 24 hours behind', good, 'clock', iat + 5 * day - 1, {
      floor: iat,
      mark: iat + 6 * day,
    }),
    at('with the clock in 2001', good, 'clock', 1_000_000_000, { floor: iat, mark: iat }),
    at('before it is valid, as on a copied disk', good, 'clock', iat - 301),
    at('after a newer statement than the clock', good, 'expired', iat + day, { floor: iat + 14 * day, mark: iat }),
    at('a refusal', refused(refusal), 'refused', iat + day, answering),
    at(
      'a refusal for a reason that the client does not know',
      refused({ ...refusal, reason: 'new' }),
      'refused',
      iat + day,
      answering,
    ),
    no('nothing', '', 'malformed'),
    no('text', 'licence', 'malformed'),
    no('two parts', `${head}.${body}`, 'malformed'),
    no('four parts', `${good}.${signature}`, 'malformed'),
    no('five parts, an encrypted token', `${head}.${body}.${body}.${body}.${signature}`, 'malformed'),
    no('no signature', `${head}.${body}.`, 'malformed'),
    no('padding in base64url', `${head}=.${body}.${signature}`, 'malformed'),
    no('the alphabet of base64', `${head}.${body}.+/${signature.slice(2)}`, 'malformed'),
    no('a line feed at its end', `${good}\n`, 'malformed'),
    no('a space before it', ` ${good}`, 'malformed'),
    no('more than 8192 characters, well signed', of({ ...lease, pad: 'x'.repeat(8192) }), 'too-long'),
    no('a header that is not JSON', `${coded('{"alg":')}.${body}.${signature}`, 'malformed'),
    no('a header that is a list', `${coded([])}.${body}.${signature}`, 'malformed'),
    no('a payload that is a list, well signed', signed(header(current), [], current), 'malformed'),
    no('a payload that is not JSON, well signed', signed(header(current), '{"v":1', current), 'malformed'),
    no('alg none', `${coded(header(current, { alg: 'none' }))}.${body}.${signature}`, 'algorithm'),
    no('alg none without a signature', `${coded(header(current, { alg: 'none' }))}.${body}.`, 'malformed'),
    no('HS256 by the public key', `${hmacInput}.${hmac}`, 'algorithm'),
    no('ES384 in the header', of(lease, { alg: 'ES384' }), 'algorithm'),
    no('Ed25519 in the header of a P-256 key', of(lease, { alg: 'Ed25519' }), 'algorithm'),
    no('no algorithm', of(lease, { alg: undefined }), 'algorithm'),
    no('crit', of(lease, { crit: ['exp'] }), 'crit'),
    no('crit with b64', of(lease, { crit: ['b64'], b64: false }), 'crit'),
    no('an ID token', of(lease, { typ: 'JWT' }), 'typ'),
    no('no typ', of(lease, { typ: undefined }), 'typ'),
    no('a refusal in place of a lease', refused(refusal), 'typ'),
    no('a key that is not known', of(lease, {}, stranger), 'unknown-key'),
    no('no kid', of(lease, { kid: undefined }), 'unknown-key'),
    no('the key in the header', of(lease, { kid: 'x', jwk: stranger.publicKey }, stranger), 'unknown-key'),
    no('the key at an address', of(lease, { kid: 'x', jku: 'https://evil.example/keys' }, stranger), 'unknown-key'),
    no(
      'the key in a certificate at an address',
      of(lease, { kid: 'x', x5u: 'https://evil.example/x' }, stranger),
      'unknown-key',
    ),
    no('a stranger’s signature with a kid that is known', signed(header(current), lease, stranger), 'signature'),
    no(
      'the known kid and the stranger’s key in the header',
      signed(header(current, { jwk: stranger.publicKey }), lease, stranger),
      'signature',
    ),
    no('an edited payload', `${head}.${coded({ ...lease, exp: iat + 9999 * day })}.${signature}`, 'signature'),
    no(
      'a member given twice',
      `${head}.${coded(JSON.stringify(lease).replace('{', '{"exp":9999999999,'))}.${signature}`,
      'signature',
    ),
    no('an edited header', `${coded(header(current, { x: 1 }))}.${body}.${signature}`, 'signature'),
    no('a signature of zeros', `${head}.${body}.${coded('\0'.repeat(64))}`, 'signature'),
    no('a shortened signature', `${head}.${body}.${signature.slice(0, 43)}`, 'signature'),
    no('a signature in DER', `${head}.${body}.${coded('0E\u0002\u0001\u0001\u0002\u0001\u0001')}`, 'signature'),
    no('another version: the program has to be updated', of({ ...lease, v: 2 }), 'version'),
    no('no version', of(without('v')), 'version'),
    no('another issuer', of({ ...lease, iss: 'https://evil.example/licence' }), 'issuer'),
    no('another product', of({ ...lease, aud: 'statistics' }), 'product'),
    no('a list of products', of({ ...lease, aud: ['analytics'] }), 'product'),
    no('for evaluation', of({ ...lease, sandbox: true }), 'sandbox'),
    no('by a key for evaluation', of(lease, {}, evaluation), 'sandbox', { keys: ['evaluation'] }),
    no('another device', of({ ...lease, cnf: { jkt: thumbprint(stranger.publicKey) } }), 'device'),
    no('no device', of(without('cnf')), 'device'),
    no('a device that is text', of({ ...lease, cnf: jkt }), 'device'),
    no('an end that is text', of({ ...lease, exp: '1796457600' }), 'malformed'),
    no('no end', of(without('exp')), 'malformed'),
    no('a lease in place of a refusal', good, 'typ', answering),
    no('a refusal that answers another proof', refused({ ...refusal, req: 'proof-0' }), 'request', answering),
    no(
      'a refusal for another device',
      refused({ ...refusal, jkt: thumbprint(stranger.publicKey) }),
      'device',
      answering,
    ),
    no('a refusal for another product', refused({ ...refusal, aud: 'statistics' }), 'product', answering),
    no('a refusal by a stranger', refused(refusal, {}, stranger), 'unknown-key', answering),
    no('an edited refusal', `${refused(refusal).slice(0, -4)}AAAA`, 'signature', answering),
  ]
  return {
    about:
      'Generated by npm run docs. What a client of licences makes of a token: the state at the time now, or why it is not for this client. docs/how-to/connect-your-program.md explains the members.',
    issuer,
    product: 'analytics',
    jkt,
    keys: {
      current: current.publicKey,
      next: next.publicKey,
      edwards: edwards.publicKey,
      evaluation: evaluation.publicKey,
    },
    vectors,
  }
}

export const licenceVectorsText = () => `${JSON.stringify(licenceVectors(), null, 2)}\n`

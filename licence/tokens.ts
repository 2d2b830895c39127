import { isSigned, randomToken, sign, tokenHash } from '../platform/crypto/secrets.ts'
import type { LicenceContext } from './context.ts'
import type { PresentedToken } from './rules/refresh-token.ts'

/** In seconds. */
export const accessTokenLifetime = 600

/** A refresh token: `tlr_<device>.<seq>.<random>.<HMAC>`. */
export function newRefreshToken(
  { refreshKeys }: Pick<LicenceContext, 'refreshKeys'>,
  device: string,
  seq: number,
): string {
  const text = `${device}.${seq}.${randomToken()}`
  return `tlr_${text}.${sign(refreshKeys, text)}`
}

/** Returns the device and number of a refresh token of the shop; null for any other text. */
export function readRefreshToken(
  { refreshKeys }: Pick<LicenceContext, 'refreshKeys'>,
  token: string,
): (PresentedToken & { device: string }) | null {
  const [, text = '', device = '', seq, signature = ''] =
    /^tlr_((dev_[\w-]{1,40})\.(\d{1,9})\.[\w-]{43})\.([\w-]{43})$/.exec(token) ?? []
  if (seq === undefined || !isSigned(refreshKeys, text, signature)) return null
  return { device, seq: Number(seq), hash: tokenHash(token) }
}

/** Creates a token with which the owner of a device ends its sign-in without signing in: `<device>.<time>.<HMAC>`. */
export function newEndToken({ endKeys }: Pick<LicenceContext, 'endKeys'>, device: string, approvedAt: Date): string {
  const text = `${device}.${approvedAt.getTime()}`
  return `${text}.${sign(endKeys, text)}`
}

/** Returns the device that such a token ends, and when it was signed in; null for any other text. */
export function readEndToken(
  { endKeys }: Pick<LicenceContext, 'endKeys'>,
  token: string,
): { device: string; approvedAt: number } | null {
  const [, text = '', device = '', at, signature = ''] =
    /^((dev_[\w-]{1,40})\.(\d{1,15}))\.([\w-]{43})$/.exec(token) ?? []
  return at !== undefined && isSigned(endKeys, text, signature) ? { device, approvedAt: Number(at) } : null
}

/** Creates a token for `/licence/me`, which is not stored: `tla_<device>.<end>.<HMAC>`. */
export function newAccessToken(
  { accessKeys, now }: Pick<LicenceContext, 'accessKeys' | 'now'>,
  device: string,
): string {
  const text = `${device}.${Math.floor(now().getTime() / 1000) + accessTokenLifetime}`
  return `tla_${text}.${sign(accessKeys, text)}`
}

/** Returns the device of a valid access token; null for any other text. */
export function readAccessToken(
  { accessKeys, now }: Pick<LicenceContext, 'accessKeys' | 'now'>,
  token: string,
): string | null {
  const [, text = '', device = '', end, signature = ''] =
    /^tla_((dev_[\w-]{1,40})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  if (end === undefined || !isSigned(accessKeys, text, signature)) return null
  return Number(end) * 1000 > now().getTime() ? device : null
}

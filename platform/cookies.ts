/** The cookies of a request by their names. */
export type Cookies = Readonly<Record<string, string | undefined>>

type CookieOptions = {
  secure: boolean
  /** False if a page's script reads it. */
  httpOnly?: boolean
  /** In seconds; without it the cookie ends with the browser. */
  maxAge?: number | undefined
}

/** Returns the name of a cookie for this host: over https one that no other host of the domain can set. */
export const hostCookie = (name: string, publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Host-${name}` : name

const year = 365 * 24 * 60 * 60

/** Returns a Set-Cookie line of a preference, which no script reads and which lasts a year. */
export const preferenceCookie = (secure: boolean, name: string, value: string): string =>
  `${name}=${value}${cookieAttributes({ secure, maxAge: year })}`

/** Returns the attributes after `name=value` in a Set-Cookie line for the whole site. */
export function cookieAttributes({ secure, httpOnly = true, maxAge }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `; Path=/${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}; SameSite=Lax${age}`
}

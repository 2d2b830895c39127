/** The cookies of a request by their names. */
export type Cookies = Readonly<Record<string, string | undefined>>

type CookieOptions = {
  secure: boolean
  /** False where a page's script reads it. */
  httpOnly?: boolean
  /** In seconds; without one the cookie ends with the browser. */
  maxAge?: number | undefined
}

/** Returns what follows `name=value` in a Set-Cookie line of the whole site. */
export function cookieAttributes({ secure, httpOnly = true, maxAge }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `; Path=/${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}; SameSite=Lax${age}`
}

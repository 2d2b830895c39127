/** The cookies of a request by their names. */
export type Cookies = Readonly<Record<string, string | undefined>>

type CookieOptions = {
  secure: boolean
  /** False if a page's script reads it. */
  httpOnly?: boolean
  /** In seconds; without it the cookie ends with the browser. */
  maxAge?: number | undefined
}

/** Returns the attributes after `name=value` in a Set-Cookie line for the whole site. */
export function cookieAttributes({ secure, httpOnly = true, maxAge }: CookieOptions): string {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  return `; Path=/${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}; SameSite=Lax${age}`
}

/** Where the shop starts a sign-in; it comes back here with an authorization request. */
export function signInAddress(returnTo = '/'): string {
  return `/api/v1/login?redirect_url=${encodeURIComponent(returnTo)}`
}

export const addresses = {
  activate: '/identity/activate',
  reset: '/identity/reset',
  forgotten: '/identity/forgotten',
  freshLink: '/identity/fresh-link',
  preferences: '/identity/preferences',
  password: '/identity/password',
  secondFactors: '/identity/second-factors',
}

/** The page for a forgotten password, on the way to a path of the site. */
export function forgottenAddress(returnTo: string | undefined): string {
  const way = returnTo === undefined || returnTo === '/' ? '' : `?return_to=${encodeURIComponent(returnTo)}`
  return addresses.forgotten + way
}

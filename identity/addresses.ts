/** Returns the address at which the shop starts a sign-in; the browser returns here with an authorization request. */
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

/** Returns the address of the page for a forgotten password, with the path of the site to continue to. */
export function forgottenAddress(returnTo: string | undefined): string {
  const way = returnTo === undefined || returnTo === '/' ? '' : `?return_to=${encodeURIComponent(returnTo)}`
  return addresses.forgotten + way
}

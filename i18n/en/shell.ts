/** The texts around every page, whatever renders it. */
export const shellWords = {
  testMode: 'Test mode: payments are not real.',
  signInFirst: 'Sign in to open the admin page that you requested.',
  support: 'Support',
}

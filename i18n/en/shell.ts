/** What stands around every page, whoever renders it. */
export const shellWords = {
  testMode: 'Test mode: payments are not real.',
  support: 'Support',
}

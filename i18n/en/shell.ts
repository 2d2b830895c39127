/** The words around every page, whatever renders it. */
export const shellWords = {
  testMode: 'Test mode: payments are not real.',
  support: 'Support',
}

/** What stands around every page, whoever renders it. */
export const shellWords = {
  testMode: 'Test mode: payments are not real.',
  /** What the line is called that the operator puts above every page. */
  announcement: 'Announcement',
  support: 'Support',
}

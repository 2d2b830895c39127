/** Words around the handbook; its text is in docs/handbook/. */
export const helpWords = {
  heading: 'Handbook for administrators',
  lead: 'For everyone who works in the admin area. Search this page with your browser.',
  contents: 'Contents',
  /** Of a link beside a heading. */
  help: 'Help',
  /** After it, for screen readers. */
  about: (what: string) => ` about “${what}”`,
} as const

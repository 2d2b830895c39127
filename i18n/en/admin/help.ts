/** Texts around the handbook; the handbook itself is in docs/handbook/. */
export const helpWords = {
  heading: 'Handbook for administrators',
  lead: 'For everyone who works in the admin area. Search this page with your browser.',
  contents: 'Contents',
  /** The text of a link beside a heading. */
  help: 'Help',
  /** Added to it for screen readers. */
  about: (what: string) => ` about “${what}”`,
} as const

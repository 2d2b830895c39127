import type { BrandField, legalDocuments } from '../../../../domain/catalogue/brand.ts'

/** Texts of the page that shows the configuration of the shop. */
export const settingsWords = {
  heading: 'Settings',
  lead: 'The team, and the appearance, plans and emails of the shop, with the file that sets each value.',
  none: '–',
  notStated: 'Not stated in the file',
  file: (path: string) => `Set in ${path}, as read when the server started. Edit the file and restart the server.`,
  brand: {
    heading: 'Other values of the brand file',
    columns: ['Setting', 'Value', 'Line'],
    changedAbove: 'The imprint is changed above',
    /** About a picture that shows the earlier name. */
    leftOut: 'Not used: the name is changed above',
    fields: {
      name: 'Name',
      legalName: 'Legal name',
      sellerAddress: 'Postal address of the seller',
      supportEmail: 'Support address',
      accentHue: 'Accent, hue in degrees',
      accentChroma: 'Accent, chroma',
      neutralHue: 'Greys, hue in degrees',
      logo: 'Logo',
      mark: 'Mark',
      socialImage: 'Picture for links on other sites',
      mailHeader: 'Picture at the top of emails',
      desktopProtocol: 'Protocol that starts the program',
      reviewTimes: 'How long reviews take',
      refundRules: 'What is refunded',
      legalPages: 'Terms, refunds, imprint',
      announcements: 'Announcement',
      questions: 'Questions on the pricing page',
    } satisfies Record<BrandField, string>,
  },
  documents: {
    heading: 'Legal documents',
    columns: ['Document', 'Title', 'Address', 'Version', 'Line'],
    kinds: { eula: 'License agreement', privacy: 'Privacy policy' } satisfies Record<
      (typeof legalDocuments)[number],
      string
    >,
    samples: 'Addresses of the sandbox’s samples do not exist in production. Set your own before you go live.',
    sample: 'Sample',
  },
  mails: {
    heading: 'Emails',
    lead: 'Every email that is sent, with fictional data. The texts are those of the installed version.',
    mail: 'Email',
    version: 'Version',
    versions: (number: number, subject: string) => `${number}. ${subject}`,
    language: 'Language of the email',
    toCustomers: 'To visitors and customers',
    toAdministrators: 'To administrators',
    subject: 'Subject',
    frame: (subject: string) => `Email: ${subject}`,
    text: 'Text part',
    send: 'Send me a test',
    sending: 'Sending',
    sent: (address: string) => `A test is on its way to ${address}.`,
    failed: 'The test could not be sent. Please try again.',
  },
}

/** What people change of their own account, on the account page. */
export const accountSettingsWords = {
  failed: 'Your change could not be saved. Please try again.',
  invoices: {
    title: 'Address on invoices',
    none: 'Your invoices name the address you enter when you pay.',
    vatShown: (vatId: string) => `VAT ID ${vatId}`,
    change: 'Change address',
    fields: {
      line1: 'Street and number',
      line2: 'Building, floor or department',
      postalCode: 'Postal code',
      city: 'Town or city',
      vatId: 'VAT ID',
    },
    vatHint: 'With the country code, such as DE123456789',
    save: 'Save address',
    saving: 'Saving',
    saved: 'Your address is saved. It appears on your next invoice.',
  },
  language: {
    title: 'Language',
    text: 'The language of our emails and of these pages.',
    save: 'Save language',
    saving: 'Saving',
  },
  email: {
    title: 'Email address',
    waits: (email: string, to: string) =>
      `${email}. We have sent a link to ${to}: your address changes once you follow it.`,
    elsewhere: (email: string, host: string) => `${email}. You sign in with ${host}: change your email address there.`,
    change: 'Change email address',
    field: 'New email address',
    hint: 'We send a link there. You are signed out on all devices once you follow it.',
    send: 'Send link',
    sending: 'Sending',
    sent: (email: string) => `We have sent a link to ${email}.`,
  },
}

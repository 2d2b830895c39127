/** Emails about the computers on which people sign in to a program. */
export const deviceMailWords = {
  facts: { name: 'Name reported by the computer', system: 'System', network: 'Network address', time: 'Allowed' },
  unnamed: 'Not stated',
  account: 'Your computers',
  added: {
    subject: (product: string) => `A computer was signed in to ${product}`,
    preheader: (product: string) => `It can use ${product} with your account.`,
    text: (product: string, brand: string) =>
      `A computer was allowed to use ${product} with your account at ${brand}. If this was you, you do not need to do anything.`,
    notYou: (support: string) =>
      `If you do not know this computer, sign it out with the link below, set a new password, and write to ${support}.`,
    button: 'Sign out this computer',
    note: 'The link works without signing in, until the computer is signed out or signed in again.',
  },
  signedOut: {
    subject: (product: string) => `A computer was signed out of ${product}`,
    preheader: 'Our support team signed it out.',
    text: (name: string, product: string, brand: string) =>
      `The support team of ${brand} signed the computer “${name}” out of ${product}. The program on it stops when it next connects, or when its licence expires.`,
    unnamed: (product: string, brand: string) =>
      `The support team of ${brand} signed an unnamed computer out of ${product}. The program on it stops when it next connects, or when its licence expires.`,
    again: 'You can sign in again in the program. Your subscription is unchanged.',
    support: (support: string) => `If you have a question, write to ${support}.`,
  },
}

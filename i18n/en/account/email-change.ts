/** The page on which somebody proves their new email address. */
export const emailChangeWords = {
  ask: {
    title: 'Confirm your new email address',
    text: (email: string) =>
      `From now on you sign in with ${email}, and we send our emails there. Your password stays the same.`,
    button: 'Confirm address',
  },
  done: {
    title: 'Your email address has changed',
    text: 'Sign in with the new address. You have been signed out on all devices.',
    link: 'Sign in',
  },
  unknown: {
    title: 'This link does not work',
    text: 'It has expired or was used already, or the address has an account. Ask for a new link on your account page.',
  },
}

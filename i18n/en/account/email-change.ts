/** The pages on which people confirm a new email address, agree to a change of theirs, or cancel one. */
export const emailChangeWords = {
  ask: {
    title: 'Confirm your new email address',
    text: (email: string) =>
      `From now on you sign in with ${email}, and we send our emails there. Your password stays the same.`,
    later: (email: string, when: string) =>
      `From ${when} UTC you sign in with ${email}, and we send our emails there. This happens earlier if the change is accepted from the current address, and not at all if it is cancelled from there. Your password stays the same.`,
    button: 'Confirm address',
  },
  waits: {
    title: 'Your new email address is confirmed',
    text: (when: string) =>
      `It takes effect on ${when} UTC, or earlier if the change is accepted from the current address. Until then you sign in with the current address.`,
  },
  done: {
    title: 'Your email address has changed',
    text: 'Sign in with the new address. You have been signed out on all devices.',
    link: 'Sign in',
  },
  taken: {
    title: 'This address already has an account',
    text: 'This email address now belongs to another account, so nothing was changed.',
  },
  agree: {
    ask: {
      title: 'Agree to the new email address',
      text: 'Your account gets the new email address as soon as the new address is confirmed. You then sign in with that address.',
      button: 'Agree',
    },
    done: {
      title: 'You have agreed',
      text: 'Your account gets the new email address as soon as the new address is confirmed.',
    },
  },
  cancel: {
    request: {
      ask: {
        title: 'Cancel the change of your email address',
        text: 'Your account keeps its current address.',
        button: 'Cancel the change',
      },
      done: { title: 'The change is cancelled', text: 'Your account keeps its current address.' },
    },
    own: {
      ask: {
        title: 'Cancel the change of your email address',
        text: 'Your account keeps this address, or gets it back. All devices are signed out. The password no longer works, because the person who asked for the change knew it: we will send you a link to set a new one.',
        button: 'Cancel the change',
      },
      done: {
        title: 'Your account has this address',
        text: 'All devices are signed out. We have sent you a link to set a new password. If it does not arrive, ask for another one on the sign-in page.',
      },
      withoutRole: {
        title: 'Your account has this address',
        text: 'All devices are signed out. We have sent you a link to set a new password. Your role in the admin area has ended, because no second factor protects it: ask the operator to grant it again.',
      },
      taken: {
        title: 'This address belongs to another account',
        text: 'This email address now belongs to another account, so your account keeps the newer one. All its devices are signed out, and its password no longer works. Write to our support team.',
      },
    },
  },
  unknown: {
    title: 'This link does not work',
    text: 'It has expired or was used already, or the change was cancelled or replaced. If you still want another address, ask for a new link.',
    cancel: (support: string) =>
      `It has expired or was used already, or the change was cancelled or replaced. If you did not ask for the change, write to ${support}.`,
    link: 'Your account',
  },
}

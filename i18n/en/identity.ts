import { locale } from './locale.ts'

const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })

/** Sign-in, activation, forgotten password, and their emails. */
export const identityWords = {
  fields: { email: 'Email', password: 'Password', newPassword: 'Password' },
  summaryHeading: 'There is a problem',
  continueTo: (place: string) => `to continue to ${place}`,
  password: { show: 'Show', hide: 'Hide', capsLock: 'Caps lock is on.' },
  footer: {
    language: 'Language',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
  },

  signIn: {
    title: 'Sign in',
    button: 'Sign in',
    forgotten: 'Forgotten your password?',
    register: 'New here? Start a free trial',
    registerToBuy: 'New here? Register for an account',
    wrong: 'Wrong email or password',
  },
  factor: {
    title: 'Confirm that it is you',
    intro: 'Administrators and support agents sign in with a second factor.',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    codeMissing: 'Enter a code',
    wrong: 'This code is wrong or has been used. Enter the current code',
    button: 'Confirm',
    replace: 'Confirm and set up another app',
    useCode: 'Confirm with the code',
    recoveryCode: 'Recovery code',
    recoveryCodeHint: 'If you cannot use your passkey.',
    passkey: {
      heading: 'Passkey',
      text: 'Confirm with your fingerprint, your face or a PIN, or with a security key. A passkey works on this site only, which protects you from phishing.',
      use: 'Use a passkey',
      wrong: 'The passkey could not be used. Try again, or enter a code',
      name: 'Name of the passkey',
      nameHint: 'To recognise it later, such as “Work laptop”.',
      setUp: 'Set up a passkey',
      notCreated: 'The passkey could not be set up. Try again',
      known: 'This device already has a passkey for your account',
    },
    manage: {
      title: 'Second factors',
      lead: (email: string) => `How ${email} confirms a sign-in, in addition to the password.`,
      passkeys: 'Passkeys',
      none: 'You have no passkeys yet.',
      added: (moment: Date) => `Added on ${day.format(moment)}`,
      used: (moment: Date) => `last used on ${day.format(moment)}`,
      unused: 'not used yet',
      remove: 'Remove',
      removeLabel: (name: string) => `Remove ${name}`,
      only: 'This is your only second factor. Add another one before you remove it.',
      add: 'Add a passkey',
      unsupported: 'Passkeys cannot be created here. They need HTTPS, JavaScript and a current browser.',
      most: (amount: number) => `You have ${amount} passkeys, the maximum.`,
      app: 'Authenticator app',
      hasApp: 'An authenticator app is set up.',
      noApp: 'No authenticator app is set up.',
      codesLeft: (amount: number) =>
        amount === 1 ? 'You have 1 unused recovery code.' : `You have ${amount} unused recovery codes.`,
      setUpApp: 'Set up an app and new recovery codes',
      replaceApp: 'Set up another app and new recovery codes',
      codes: 'Recovery codes',
      replaceCodes: 'Replace the recovery codes',
      others: 'Other devices',
      othersText:
        'Removing a passkey signs out the other devices that signed in with a passkey. If you have lost a device, sign out all others.',
      endOthers: 'Sign out all other devices',
      back: 'Back to your account',
    },
    enrol: {
      title: 'Set up a second factor',
      intro: 'Administrators and support agents need a second factor in addition to the password.',
      app: 'Authenticator app',
      appText: 'Use an authenticator app on your phone or in your password manager.',
      scan: 'Scan this code with the app, then enter the six digits that it shows.',
      qrCode: 'QR code for your authenticator app',
      byHand: 'If you cannot scan it, enter this key in the app:',
      codeHint: 'Six digits; the code changes every 30 seconds.',
      button: 'Set up',
    },
    saved: {
      title: 'Save your recovery codes',
      intro:
        'You can sign in once with each code if you lose your second factor. They are shown only now: print them, or store them in a password manager.',
      button: 'I have saved the codes',
    },
  },
  activation: {
    title: 'Activate your account',
    intro: (email: string) => `Choose a password for ${email}.`,
    button: 'Activate account',
  },
  reset: {
    title: 'Set a new password',
    intro: (email: string) => `Choose a new password for ${email}. You will be signed out everywhere else.`,
    button: 'Set password',
  },
  changePassword: {
    title: 'Change your password',
    intro: (email: string) => `Choose a new password for ${email}. You will be signed out on all other devices.`,
    current: 'Current password',
    next: 'New password',
    wrong: 'This is not your current password',
    button: 'Change password',
    back: 'Cancel',
  },
  forgotten: {
    title: 'Forgotten password',
    intro: 'Enter your account’s email address. We will send you a link to set a new password.',
    button: 'Send reset link',
  },
  sent: {
    title: 'Check your inbox',
    text: 'If there is an account for this address, a new link is on its way to it. It can take a few minutes.',
    hint: 'No email? Check your spam folder, or request another link in an hour.',
  },

  usedActivation: {
    title: 'This link has been used',
    text: 'Your account is active. Sign in with the password you chose.',
  },
  oldActivation: {
    title: 'This link has expired',
    text: 'An activation link is valid for 7 days, or until a newer one is sent. We can send a new one to the same address.',
  },
  unknownActivation: {
    title: 'This link is not valid',
    text: 'It may be incomplete. Enter your email and we will send you a new activation link.',
  },
  usedReset: {
    title: 'This link has been used',
    text: 'A password has already been set with this link. We can send a new link to the same address.',
  },
  oldReset: {
    title: 'This link has expired',
    text: 'A link to set a password is valid for an hour, or until a newer one is sent. We can send a new one to the same address.',
  },
  unknownReset: {
    title: 'This link is not valid',
    text: 'It may be incomplete. Enter your email and we will send you a new link.',
  },
  freshLink: 'Send a new link',

  passwordHint: (fewest: number, most: number) =>
    `Use ${fewest} to ${most} characters. You can use letters, digits, symbols and spaces.`,
  passwordProblems: {
    required: 'Enter a password',
    tooShort: (fewest: number) => `The password needs at least ${fewest} characters`,
    tooLong: (most: number) => `The password can have at most ${most} characters`,
    isAddress: 'The password cannot be your email address',
    unprintable: 'The password can have letters, digits, symbols and spaces, but no control characters such as a tab',
    tooCommon: 'This password is too easy to guess',
  },

  signOut: {
    title: 'Sign out',
    text: 'You are being signed out. If nothing happens, press the button.',
    question: 'Do you want to sign out?',
    button: 'Sign out',
    stay: 'Stay signed in',
  },
  signedOut: {
    title: 'Signed out',
    text: 'You are signed out.',
  },

  problems: {
    stale: {
      title: 'This page has expired',
      text: 'It was open for too long, or it was opened twice. Please start again.',
      action: 'Sign in',
    },
    tooMany: {
      title: 'Too many requests',
      text: (minutes: number) =>
        `There were too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      action: 'Sign in',
    },
    failed: {
      title: 'Something has gone wrong',
      text: 'Sign-in failed. Please try again.',
      action: 'Sign in',
    },
    unavailable: {
      title: 'Something has gone wrong',
      text: 'The service is not available at the moment. Please try again shortly.',
      action: 'Sign in',
    },
    notFound: {
      title: 'Not found',
      text: 'This page does not exist.',
      action: 'Sign in',
    },
    method: {
      title: 'Not found',
      text: 'This URL does not accept this request method.',
      action: 'Sign in',
    },
    contentType: {
      title: 'Something has gone wrong',
      text: 'This content type is not supported.',
      action: 'Sign in',
    },
    tooLarge: {
      title: 'Something has gone wrong',
      text: 'The request is too large.',
      action: 'Sign in',
    },
  },

  mails: {
    activation: {
      subject: (brand: string) => `Activate your ${brand} account`,
      preheader: 'Choose a password to activate your account.',
      heading: 'Activate your account',
      text: (brand: string) => `Thank you for registering with ${brand}. Choose a password and your account is ready.`,
      button: 'Activate account',
      note: (days: number) => `The link is valid for ${days} days.`,
      unexpected: 'If you did not register, you can ignore this email.',
      /** For an account with a role in the admin area. */
      invited: {
        text: (brand: string) =>
          `You have been invited to the team of ${brand}. Choose a password and your account is ready.`,
        unexpected: 'If you do not know about this invitation, you can ignore this email.',
      },
    },
    reset: {
      subject: (brand: string) => `Set a new password for ${brand}`,
      preheader: 'Here is the link to set a new password.',
      heading: 'Set a new password',
      text: 'Someone asked to reset the password for your account.',
      button: 'Set password',
      note: (hours: number) => `The link is valid for ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
      unexpected: 'If you did not ask for it, you can ignore this email: your password stays as it is.',
      /** For an account whose password no longer works. */
      removed: {
        text: 'Your previous password no longer works. Set a new one to sign in again.',
        unexpected: 'If it has expired, ask for another one on the sign-in page.',
      },
    },
    passwordChanged: {
      subject: (brand: string) => `Your password for ${brand} was changed`,
      preheader: 'You were signed out everywhere else.',
      heading: 'Your password was changed',
      link: {
        text: 'A new password was set for your account through a link sent by email, and you were signed out everywhere else.',
        note: 'If this was you, there is nothing to do. If not, someone else can read your email: secure your mailbox first, then set another password.',
      },
      account: {
        text: 'The password of your account was changed on a device that was signed in, and you were signed out everywhere else.',
        note: 'If this was you, there is nothing to do. If not, set another password now: someone else knew the old one.',
      },
      button: 'Set another password',
    },
    factorChanged: {
      subject: (brand: string) => `Your second factor for ${brand} was changed`,
      heading: 'Your second factor was changed',
      codeUsed: {
        subject: (brand: string) => `A recovery code for ${brand} was used`,
        heading: 'A recovery code was used',
      },
      changes: {
        'set-up': {
          preheader: 'A second factor was set up.',
          text: 'A second factor was set up for your account. From now on, every sign-in requires it.',
        },
        replaced: {
          preheader: 'Earlier authenticator apps and recovery codes no longer work.',
          text: 'An authenticator app was set up for your account. Earlier authenticator apps and recovery codes no longer work.',
        },
        reset: {
          preheader: 'Earlier second factors no longer work.',
          text: 'The second factors of your account were removed. Earlier passkeys, authenticator apps and recovery codes no longer work.',
        },
        'passkey-added': {
          preheader: 'A passkey was added.',
          text: 'A passkey was added to your account. It can be used to confirm a sign-in.',
        },
        'passkey-removed': {
          preheader: 'A passkey was removed.',
          text: 'A passkey was removed from your account. It can no longer be used to confirm a sign-in.',
        },
        'codes-replaced': {
          preheader: 'Earlier recovery codes no longer work.',
          text: 'The recovery codes of your account were replaced. Earlier ones no longer work.',
        },
        'code-used': {
          preheader: 'The code no longer works.',
          text: 'A sign-in to your account was confirmed with one of your recovery codes. That code no longer works.',
        },
      },
      note: 'If this was you, there is nothing to do. If not, someone else has your password: immediately tell the person who runs this server, and set another password.',
    },
  },
}

/** The page on which people allow a computer to use a product. */
export const licenceWords = {
  wrongRequest: {
    title: 'This request is not valid',
    text: 'The program sent a request that the shop does not accept. Update the program, then sign in again.',
  },
  tooMany: {
    title: 'Too many requests',
    text: (minutes: number) =>
      `Too many requests came from this network. Sign in again in the program in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  },
  expired: {
    title: 'This request is no longer open',
    text: 'It was answered already or has expired. Start signing in again in the program.',
  },
  stale: {
    title: 'This page has expired',
    text: 'Nothing was changed. Start signing in again in the program.',
  },
  signIn: {
    title: 'Sign in on your computer',
    text: 'Sign in to your account first. Then you can allow the computer.',
    button: 'Sign in',
  },
  offers: {
    trial: 'Start a free trial',
    plans: 'See the plans',
    back: 'Return to this page afterwards. If the request has expired by then, start again in the program.',
  },
  notEntitled: {
    title: 'You have no active plan',
    text: (product: string, email: string) =>
      `The account ${email} has no active plan for ${product}. Start one, then continue here.`,
    unavailable: 'Your account cannot be used on a computer at the moment. Contact support if you have questions.',
    again: 'Continue',
  },
  code: {
    title: 'Sign in on your computer',
    text: 'Enter the code that the program on your computer shows. Never enter a code that another person sent you.',
    label: 'Code',
    hint: 'Eight letters, such as BCDF-GHJK',
    button: 'Continue',
    wrong: 'This code is wrong or has expired. Check the code in the program',
    tooMany: 'Too many codes were entered. Wait ten minutes, then sign in again in the program',
  },
  question: {
    title: (product: string) => `Sign in to ${product}`,
    text: (product: string, email: string) => `Allow this computer to use ${product} with the account ${email}?`,
    name: 'Name reported by the computer',
    unnamed: 'Not stated',
    system: 'System',
    network: 'Network address',
    time: 'Requested',
    warning: 'Allow it only if you have just started signing in on this computer yourself.',
    allow: 'Allow',
    refuse: 'Refuse',
  },
  full: {
    title: 'You have reached the maximum number of computers',
    text: (product: string, count: number) =>
      `${count === 1 ? '1 computer is' : `${count} computers are`} signed in to ${product}, the maximum for this product. Sign ${count === 1 ? 'it' : 'one'} out to continue.`,
    unnamed: 'Unnamed computer',
    seen: (when: string) => `Last seen on ${when} UTC`,
    signOut: 'Sign out this computer',
  },
  swaps: {
    title: 'Too many new computers',
    text: (product: string, limit: number) =>
      `You have added ${limit === 1 ? '1 computer' : `${limit} computers`} for ${product} in the last 30 days, which is the maximum. Contact support if you need more.`,
  },
  end: {
    title: 'Sign out this computer?',
    text: (name: string, product: string) =>
      `The computer “${name}” is signed in to ${product}. If you sign it out, the program on it stops when it next connects, or when its licence expires.`,
    unnamed: (product: string) =>
      `An unnamed computer is signed in to ${product}. If you sign it out, the program on it stops when it next connects, or when its licence expires.`,
    done: {
      title: 'The computer is signed out',
      text: 'The program on it stops when it next connects, or when its licence expires. If you did not allow this computer, set a new password.',
    },
    over: {
      title: 'This link no longer applies',
      text: 'The computer was signed out or signed in again, or the link is incomplete. Your account page lists the computers that are signed in.',
    },
  },
  file: {
    title: 'Licence file for a computer without a network',
    text: 'The program on such a computer saves a request: a file that ends in .req. Choose it here, and you get the licence file for that computer.',
    label: 'Request file',
    hint: 'Copy the licence file to that computer and open it in the program. It works on that computer only.',
    button: 'Get the licence file',
    note: 'It counts as one of your computers. When its licence file expires, repeat these steps.',
    account: 'Your computers',
    signIn: 'Sign in to your account first. Then you can get a licence file.',
    signInButton: 'Sign in',
    problems: {
      invalid:
        'This file is not a request from our programs, or it is incomplete. Save the request again in the program',
      'not-offered':
        'There are no licence files for this product. Connect the computer to the internet and sign in there',
      'not-entitled': (product: string) => `You have no active plan for ${product}. Start one, then try again`,
      devices: (product: string) =>
        `You have reached the maximum number of computers for ${product}. Sign one out on your account page, then try again`,
      tooMany: 'You have asked for too many licence files. Try again in an hour',
      noAccount: 'This account has no plans. Sign in with the account that has one',
    },
  },
  allowed: {
    title: 'The computer is signed in',
    text: 'Return to the program. You can close this page.',
  },
  refused: {
    title: 'The computer is not signed in',
    text: 'You refused the request. You can close this page.',
  },
  back: 'Return to the program',
}

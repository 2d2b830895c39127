/** Which wording of the affirmation somebody agreed to; a new wording gets a new one. */
export const affirmationVersion = 'en-1'

/** Every word of the shop's pages. */
export const shopWords = {
  skipToContent: 'Skip to content',
  notifications: 'Notifications',
  header: {
    home: (brand: string) => `${brand}, home`,
    signIn: 'Sign in',
    signOut: 'Sign out',
    administration: 'Administration',
    users: 'Users',
    menu: (name: string) => `Account of ${name}`,
  },
  footer: {
    support: 'Support',
    legal: (name: string) => `© ${name}`,
  },
  problem: {
    summary: 'There is a problem',
    at: (field: string, message: string) => `${field}: ${message}`,
    unexpected: 'An unexpected error occurred.',
    redirected: 'Redirected to another page.',
    tooMany: 'Too many requests has occurred.',
    registering: 'Error registering user',
    checkout: 'Checkout failed',
    retry: 'Try again',
    loadPage: 'This page could not be loaded',
  },
  optional: 'optional',
  loading: 'Loading',
  close: 'Close',
  newTab: 'opens in a new tab',

  trial: {
    heading: 'Start your free trial',
    learnMore: 'Learn more',
    goBack: 'Go back',
    toForm: 'Go to the form',
    formHeading: 'Register to continue',
    formHeadingSignedIn: 'A few details to start',
    running: {
      title: 'You already have a trial',
      expires: (date: string) => `Your trial expires on ${date}`,
      find: 'Find installers',
    },
    over: {
      title: 'Your trial has expired',
      ended: (date: string) => `It ended on ${date}.`,
      next: (address: string) => `To go on working, write to ${address}.`,
    },
    signedInAs: 'Business email',
  },

  form: {
    email: 'Business email',
    emailHint: 'An address at your company. Personal addresses need approval first.',
    verifying: 'Verifying email...',
    known: 'It seems like you already have an account.',
    signIn: 'Sign in',
    firstName: 'First name',
    lastName: 'Last name',
    company: 'Company',
    country: 'Country',
    state: { US: 'State', CA: 'Province or territory' } as Record<string, string>,
    phone: 'Phone',
    countryCode: 'Country code',
    phoneNumber: 'Phone number',
    jobFunction: 'Job function',
    industry: 'Industry',
    choose: 'Please select',
    preferred: 'Preferred',
    allCountries: 'All countries',
    allCodes: 'All country codes',
    otherIndustry: 'I confirm that my industry is none of those listed',
    agreement: 'Agreement',
    terms: {
      before: 'I agree to the ',
      between: ' and the ',
      after: '',
    },
    affirmation: 'I affirm that the product is not used for scientific research and development',
    start: (days: number) => `Start ${days}-day trial`,
    starting: 'Starting your trial',
  },

  checkInbox: {
    title: 'Almost ready! Please check your inbox.',
    text: (email: string) => `We have sent an activation email to ${email}.`,
    next: 'Follow the link in it to choose a password. Your trial starts then.',
    notThere: 'No mail after a few minutes? Look in your spam folder, or register again.',
    done: 'Done',
  },

  confirmation: {
    trial: {
      heading: (plan: string) => `Welcome to your ${plan}`,
      expires: (date: string) => `Your trial runs until ${date}.`,
      steps: 'Three steps to your first chart',
      download: {
        title: 'Download and install',
        text: 'Run the installer on the computer you will work on.',
        button: 'Download the installer',
      },
      check: {
        title: 'Check the installation',
        text: 'See whether the desktop client is on this computer.',
        button: 'Check if installed',
        checking: 'Checking',
        attempt: (attempt: number, of: number) => `Checking, ${attempt} of ${of}`,
        installed: 'The desktop client is installed.',
        missing: 'The desktop client was not found on this computer. Install it, then check again.',
        unsupported: 'The check works on Windows only, so we cannot tell on this computer.',
      },
      companion: {
        title: 'Add the statistics product',
        text: 'The companion statistics product installs beside it.',
        link: 'Download the statistics installer',
      },
    },
    paid: {
      heading: 'Thank you for your purchase',
      receipt: (email: string) => `A receipt is on its way to ${email}.`,
      button: 'Download the setup',
    },
    none: {
      heading: 'No active subscription',
      text: 'You have no active subscription for this product.',
      button: 'Go to homepage',
    },
    file: (name: string, size: string) => `${name}, ${size}`,
    checksum: 'SHA-256',
    preparing: 'Preparing your download',
    started: 'Your download has started.',
    failed: 'The download could not be prepared. Please try again.',
  },

  order: {
    heading: 'Order summary',
    every: (interval: string) => `Billed every ${interval}`,
    intervals: {
      day: (count: number) => (count === 1 ? 'day' : `${count} days`),
      week: (count: number) => (count === 1 ? 'week' : `${count} weeks`),
      month: (count: number) => (count === 1 ? 'month' : `${count} months`),
      year: (count: number) => (count === 1 ? 'year' : `${count} years`),
    },
    excludingTax: 'excluding tax',
    conditions: 'Conditions',
    side: 'Complete purchase',
    notYet: 'Buying online is not open yet.',
    write: (address: string) => `Write to ${address} and we will set up your subscription.`,
    contact: 'Contact sales',
  },

  desk: {
    heading: 'Users',
    notYet: 'The list of subscribers comes with the next version of this shop.',
  },

  pages: {
    failure: {
      heading: 'Something has gone wrong',
      text: 'We could not do what you asked for. Nothing has been lost. Please try again.',
      button: 'Go to homepage',
    },
    busy: { heading: '429: Too many requests', text: 'Please try again later', button: 'Go to homepage' },
    forbidden: {
      heading: '403: No access',
      text: 'You do not have permission to access this page.',
      button: 'Go to homepage',
    },
    notFound: {
      heading: '404: Page not found',
      text: "We can't seem to find the page you are looking for.",
      button: 'Go to homepage',
    },
    pending: {
      heading: 'Your account is pending approval',
      text: 'We need a business email and a company it belongs to. Somebody on our side looks at every account that we could not approve at once.',
      required: [
        'An email address at your company. Personal addresses are not accepted.',
        'An email domain that matches the company you gave.',
      ],
      exception: 'Support can grant an exception. Write to us and say who you are and what you would like to use.',
      contact: 'Ask for an exception',
    },
    notApproved: {
      heading: 'Your account has not been approved',
      text: 'Our products are not available in the country you gave.',
      mistake: (address: string) => `If that is a mistake, write to ${address}.`,
      contact: 'Contact support',
    },
  },
}

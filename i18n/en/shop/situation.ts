/**
 * The texts about a person's situation with a product: the trial page’s right half, the pending page, the account’s
 * badges.
 */
export const situationWords = {
  badges: {
    unconfirmed: 'Email not confirmed',
    in_review: 'In review',
    refused: 'Not approved',
    denied_country: 'Not available',
    on_hold: 'On hold',
  },
  neverStarted: 'It did not start because your account was not approved.',
  neverStartedCountry: 'It did not start because our products are not available in your country.',
  subscribeAgain: 'Subscribe again',
  subscribeAgainLabel: (plan: string) => `Subscribe again: ${plan}`,
  signedInAs: 'Business email',

  trialRunning: {
    title: 'You already have a trial',
    expires: (date: string) => `Your trial expires on ${date}`,
    find: 'Find installers',
  },
  trialOver: {
    title: 'Your trial has expired',
    ended: (date: string) => `It ended on ${date}.`,
    next: (address: string) => `Questions? Write to ${address}.`,
    plans: 'See the plans',
  },
  owned: {
    title: (plan: string) => `You have ${plan}`,
    pastDue: 'Your payment did not go through.',
    fix: 'Fix the payment',
    account: 'Manage subscription',
  },
  ended: {
    title: 'Your subscription has ended',
    endedOn: (plan: string, date: string) => `“${plan}” ended on ${date}.`,
  },

  review: {
    heading: 'Your account is pending approval',
    text: 'A member of our team reviews every account that could not be approved automatically.',
    /** Shown above the requirements that keep this person waiting, if there are any. */
    required: 'We need a work email address that belongs to your company.',
    requirements: {
      businessEmail: 'An email address at your company. We review personal addresses before approving them.',
      matchingDomain: 'An email domain that matches the company you entered.',
    },
    starts: (plan: string) => `${plan}: starts as soon as we approve your account.`,
    onHold: (plan: string) => `${plan}: on hold. When we approve your account, the days on hold are added.`,
    usually: (time: string) => `Reviews usually take ${time}.`,
    decision: (email: string) => `We will email our decision to ${email}.`,
    exception: 'Support can make an exception. Tell us who you work for and which product you need.',
    contact: 'Ask for an exception',
    more: 'What happens next',
  },
  refused: {
    heading: 'Your account has not been approved',
    text: 'We reviewed your account and could not approve it. Trials and purchases are not available to you.',
    mistake: (address: string) => `If you think this is a mistake, write to ${address}.`,
    contact: 'Contact support',
  },
  /** Why a person cannot buy at present. */
  barred: {
    review: {
      title: 'Your account is in review',
      text: (email: string) =>
        `You can buy as soon as we approve your account. We will email our decision to ${email}.`,
    },
    refused: {
      title: 'Your account has not been approved',
      text: (_email: string) => 'Trials and purchases are not available to you.',
    },
    country: {
      title: 'Not available in your country',
      text: (_email: string) => 'Our products are not available in the country you entered.',
    },
    more: 'Find out more',
  },
}

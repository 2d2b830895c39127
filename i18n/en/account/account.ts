/** The words of the account page. */
export const accountWords = {
  heading: 'Your subscriptions',
  empty: 'You have no subscriptions yet.',
  seePlans: 'See the plans',
  price: 'Price',
  since: 'Since',
  change: 'Change plan',
  renewsOn: (date: string) => `Renews on ${date}`,
  endsOn: (date: string) => `Ends on ${date}`,
  endedOn: (date: string) => `Ended on ${date}`,
  held: (date: string) => `On hold until your account is approved. Runs until ${date}, and the days on hold are added.`,
  heldCountry: (date: string) =>
    `On hold because our products are not available in your country. If we approve another country, it runs until ${date}, and the days on hold are added.`,
  startsOnApproval: 'Starts when your account is approved',
  statuses: { active: 'Active', pending: 'Pending', expired: 'Expired', cancelled: 'Cancelled' },
  billing: 'Manage billing',
  billingHint: 'Manage your card, receipts and plan on our payment provider’s page.',
  billingLimited: {
    title: 'You cannot change your plan at the moment',
    text: 'Days were added to your subscription, and a plan change would forfeit them. You can change your plan after the next charge. You can still change your payment method, or stop the renewal here.',
  },
  installers: 'Installers',
  extend: {
    offer: (date: string) => `You can extend this trial once, until ${date}.`,
    button: 'Extend trial',
    doing: 'Extending',
    done: (date: string) => `Your trial now ends on ${date}.`,
  },
  stop: 'Stop renewal',
  resume: 'Resume renewal',
  stopDialog: {
    title: 'Stop the renewal?',
    text: (plan: string, date: string) =>
      `“${plan}” remains active until ${date} and then ends. You will not be charged again.`,
    resumable: 'You can resume the renewal until that day.',
    held: (plan: string, date: string) =>
      `“${plan}” will not renew. It is paid until ${date}, and the days on hold are added. You will not be charged again.`,
    heldCountry: (plan: string, date: string) =>
      `“${plan}” will not renew. You will not be charged again. If we approve another country, it runs until ${date}, and the days on hold are added.`,
    processing: (plan: string, amount: string, date: string) =>
      `A payment of ${amount} is still being processed. Once it is paid, “${plan}” remains active until ${date} and then ends. No other payment will be collected.`,
    due: (plan: string, amount: string, date: string, due: string) =>
      `An invoice of ${amount} must still be paid by ${due}. Once it is paid, “${plan}” remains active until ${date} and then ends. No other payment will be collected.`,
    confirm: 'Stop renewal',
    doing: 'Stopping',
    discard: 'Keep it running',
  },
  resumeDialog: {
    title: 'Resume the renewal?',
    text: (plan: string, date: string) => `“${plan}” will renew on ${date}, and the card on file will be charged.`,
    held: (plan: string, date: string) =>
      `“${plan}” is paid until ${date}, and the days on hold are added. If your account is approved, it then renews, and the card on file will be charged.`,
    heldCountry: (plan: string, date: string) =>
      `“${plan}” is paid until ${date}, and the days on hold are added. If we approve another country, it then renews, and the card on file will be charged.`,
    confirm: 'Resume renewal',
    doing: 'Resuming',
    discard: 'Not now',
  },
  stopped: 'Renewal stopped.',
  resumed: 'Renewal resumed.',
  data: 'Your data',
  dataText: 'The personal data we store about you, as a page or a JSON file.',
  readData: 'View your data',
  download: 'Download your data',
  signOutEverywhere: 'Sign out everywhere',
  failed: 'We could not reach the server. Check your connection and try again.',
}

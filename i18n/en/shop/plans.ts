/** The words of the pricing page. */
export const plansWords = {
  heading: 'Plans and pricing',
  lead: 'One named user, every feature. Cancel any time.',
  period: 'Billing period',
  periods: {
    week: (count: number) => (count === 1 ? 'Weekly' : `Every ${count} weeks`),
    month: (count: number) => (count === 1 ? 'Monthly' : `Every ${count} months`),
    year: (count: number) => (count === 1 ? 'Annual' : `Every ${count} years`),
  },
  per: {
    week: (count: number) => (count === 1 ? 'per week' : `per ${count} weeks`),
    month: (count: number) => (count === 1 ? 'per month' : `per ${count} months`),
    year: (count: number) => (count === 1 ? 'per year' : `per ${count} years`),
  },
  savingShort: (percent: number) => `save ${percent}%`,
  billed: (amount: string, interval: string) => `${amount} billed every ${interval}`,
  about: (amount: string) => `About ${amount} a month`,
  /** The count comes first: it chooses the plural form of a vendor's text. */
  saving: {
    week: (count: number, percent: number) =>
      `Save ${percent}% compared with ${count === 1 ? 'weekly' : `billing every ${count} weeks`}`,
    month: (count: number, percent: number) =>
      `Save ${percent}% compared with ${count === 1 ? 'monthly' : `billing every ${count} months`}`,
    year: (count: number, percent: number) =>
      `Save ${percent}% compared with ${count === 1 ? 'annual' : `billing every ${count} years`}`,
  },
  only: {
    week: (count: number) => (count === 1 ? 'Weekly billing only' : `Billing every ${count} weeks only`),
    month: (count: number) => (count === 1 ? 'Monthly billing only' : `Billing every ${count} months only`),
    year: (count: number) => (count === 1 ? 'Annual billing only' : `Billing every ${count} years only`),
  },
  recommended: 'Recommended',
  yours: 'Your plan',
  notSold: 'This plan cannot be bought at the moment.',
  choose: 'Choose',
  chooseLabel: (plan: string) => `Choose ${plan}`,
  buyAgain: 'Buy again',
  ordered: 'Payment is being processed',
  manage: 'Manage subscription',
  change: 'Change plan',
  owned: (plan: string) => `You have ${plan}.`,
  trial: (days: number) => `Try it free for ${days === 1 ? 'a day' : `${days} days`}`,
  trialLabel: (product: string, days: number) => `Try it free for ${days === 1 ? 'a day' : `${days} days`}: ${product}`,
  trialUntil: (date: string) => `Your trial runs until ${date}.`,
  noCard: 'No card needed. The trial ends automatically.',
  questions: 'Questions and answers',
  empty: 'No plans are on sale at the moment.',
}

/** Every word about the details on invoices, on the account page. */
export const detailsWords = {
  heading: 'Your details',
  text: 'Your name and company appear on your invoices.',
  /** A correction by a person who is not cleared. */
  waits: 'Your correction is awaiting review.',
  waitsText: 'Until then, your details stay as they are. The correction would change:',
  change: (field: string, value: string) => `${field}: ${value}`,
  nothing: 'none',
  withdraw: 'Withdraw correction',
  withdrawing: 'Withdrawing',
  withdrawn: 'Correction withdrawn.',
  correct: 'Correct details',
  reviewedFirst: 'Your account is not approved, so we review a correction before it applies.',
  save: 'Save details',
  saving: 'Saving',
  saved: 'Details saved.',
  failed: 'Your details could not be saved. Please try again.',
}

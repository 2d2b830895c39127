import { locale } from '../../locale.ts'

const many = new Intl.NumberFormat(locale)

/** Acts on several lines of the users list. */
export const bulkWords = {
  bar: 'Selected rows',
  selected: (count: number) => `${many.format(count)} selected`,
  selectedOutside: (count: number, outside: number) =>
    `${many.format(count)} selected, ${many.format(outside)} not in this list`,
  select: (name: string) => `Select ${name}`,
  selectAll: (count: number) => `Select all ${many.format(count)}`,
  selectFirst: (count: number) => `Select the first ${many.format(count)}`,
  selectFailed: 'The rows could not be loaded',
  selectInView: (count: number) => (count === 1 ? 'Select the row in view' : `Select the ${count} rows in view`),
  clear: 'Clear selection',
  limit: (most: number) => `Up to ${many.format(most)} rows can be selected.`,
  people: 'People',
  none: 'None of the selected people has a subscription.',
  without: (count: number) => (count === 1 ? '1 person has no subscription.' : `${count} people have no subscription.`),
  close: 'Close',
  reasonHint: 'Visible in the admin area, not to the subscribers.',
  days: 'Days',
  daysHint: 'Counted from each end date, or from today if it has passed. From 1 to 365.',
  daysWrong: 'Enter a whole number from 1 to 365',
  doing: (reached: number, total: number) => `${reached} of ${total}`,
  stop: 'Stop after this step',
  done: (count: number, total: number) => `${count} of ${total} done`,
  results: 'Results',
  ok: 'Done',
  failed: 'Not done',
  notReached: 'Not processed: you stopped first.',
  fault: 'This could not be done. Please try again.',
  acts: {
    'sign-out': {
      button: 'End sessions',
      title: (count: number) => `End the sessions of ${count === 1 ? '1 person' : `${count} people`}`,
      text: 'They are signed out in every browser and can sign in again.',
      confirm: 'End sessions',
    },
    activation: {
      button: 'Send activation email',
      title: (count: number) => `Send the activation email to ${count === 1 ? '1 person' : `${count} people`}`,
      text: 'Earlier links stop working. Confirmed addresses get no email.',
      confirm: 'Send',
    },
  },
} as const

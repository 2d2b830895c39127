/** The page on which somebody stops the reminders. */
export const remindersWords = {
  ask: {
    title: 'Stop the reminders',
    text: 'We will send you no more mail about the end of a trial. Mail about your account and your payments still comes.',
    button: 'Stop the reminders',
  },
  done: {
    title: 'You will get no more reminders',
    text: 'Mail about your account and your payments still comes.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Please open it again from the mail, in full.',
  },
}

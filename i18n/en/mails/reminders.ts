/** The page on which a person unsubscribes from reminders. */
export const remindersWords = {
  ask: {
    title: 'Stop the reminders',
    text: 'We will send you no more emails about the end of a trial. You still get emails about your account and your payments.',
    button: 'Stop the reminders',
  },
  done: {
    title: 'You will get no more reminders',
    text: 'You still get emails about your account and your payments.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'Please open it again from the email, in full.',
  },
}

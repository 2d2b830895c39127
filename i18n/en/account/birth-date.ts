/** The page on which a person in review gives their date of birth. */
export const birthDateWords = {
  title: 'Your date of birth',
  text: 'We are reviewing your account and need your date of birth to finish the review.',
  label: 'Date of birth',
  invalid: 'Enter the day on which you were born.',
  use: 'Only our reviewers see it. We use it for this review alone, keep it with the decision, and delete it with your account.',
  button: 'Send',
  done: {
    title: 'Thank you',
    text: 'We have your date of birth and continue the review. We will email you our decision.',
  },
  unknown: {
    title: 'This link does not work',
    text: 'It has expired or was used already, or the review is complete.',
  },
}

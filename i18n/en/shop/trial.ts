/** The trial page’s left half and the headings of its form. */
export const trialWords = {
  heading: 'Start your free trial',
  learnMore: 'Learn more',
  goBack: 'Go back',
  toForm: 'Go to the form',
  formHeading: 'Register to continue',
  formHeadingSignedIn: 'A few details to start',
}

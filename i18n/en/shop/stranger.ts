/** The words of the order page for people who are not signed in. */
export const strangerWords = {
  emailFirst: 'Enter your business email to continue. If you are new here, you confirm it before you pay.',
  proceed: 'Continue',
  checking: 'Checking',
  signIn: 'Sign in',
  noAccount: 'No account yet?',
  haveAccount: 'Do you have an account?',
  register: 'Register new account',
  next: [
    'You register, or sign in if you have an account.',
    'You open the link in our email and choose a password. The link leads back to this order.',
    'You choose your industry and agree to the license agreement.',
    'You pay on our payment provider’s secure page, which adds any tax.',
    'You download the installer, and we email you the receipt.',
  ],
}

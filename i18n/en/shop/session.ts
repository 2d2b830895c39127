/** The words of a page whose session has ended. */
export const sessionWords = {
  ended: {
    title: 'You have been signed out',
    text: 'Sign in again to continue on this page. Anything you typed on this page is still here.',
    signIn: 'Sign in',
  },
}

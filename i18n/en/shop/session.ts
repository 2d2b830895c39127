/** What a page says when the session of the person who reads it has ended. */
export const sessionWords = {
  ended: {
    title: 'You have been signed out',
    text: 'Sign in again to continue on this page. Anything you typed on this page is still here.',
    signIn: 'Sign in',
  },
}

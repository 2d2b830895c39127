/** Pages that consist of one message. */
export const pagesWords = {
  failure: {
    heading: 'Something has gone wrong',
    text: 'We could not complete your request. Please try again.',
    button: 'Go to homepage',
  },
  busy: { heading: '429: Too many requests', text: 'Please try again later', button: 'Go to homepage' },
  forbidden: {
    heading: '403: No access',
    text: 'You do not have permission to access this page.',
    button: 'Go to homepage',
  },
  notFound: {
    heading: '404: Page not found',
    text: "We can't seem to find the page you are looking for.",
    button: 'Go to homepage',
  },
  notApproved: {
    heading: 'Your account has not been approved',
    text: 'Our products are not available in the country you entered.',
    mistake: (address: string) => `If that is a mistake, write to ${address}.`,
    contact: 'Contact support',
  },
}

/** The page that a browser shows for a download link that is no longer good. Its sentence is that of the error. */
export const refusedDownloadWords = {
  title: 'This file cannot be downloaded',
  account: 'Go to your account',
}

/** The page that a browser shows for an invalid download link. Its sentence is that of the error. */
export const refusedDownloadWords = {
  title: 'This file cannot be downloaded',
  account: 'Go to your account',
}

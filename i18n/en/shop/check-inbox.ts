/** Words of the dialog that asks a new registrant to open the email. */
export const checkInboxWords = {
  title: 'Almost ready! Please check your inbox.',
  text: (email: string) => `We have sent an activation email to ${email}.`,
  next: 'Open the link in that email to choose a password. Your trial starts once your address is confirmed and your account is approved.',
  nextToBuy: 'Open the link in that email to choose a password. It leads back to this order.',
  notThere: 'No email after a few minutes? Look in your spam folder, or register again.',
  sandbox: 'Open the sandbox inbox',
  done: 'Done',
}

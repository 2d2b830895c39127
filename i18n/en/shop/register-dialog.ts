/** Words of the dialog that registers a buyer. */
export const registerDialogWords = {
  title: 'Register for an account to purchase',
  submit: 'Register',
  submitting: 'Registering',
}

import type { registerDialogWords as english } from '../../en/shop/register-dialog.ts'
import type { Words } from '../../../domain/language.ts'

export const registerDialogWords: Words<typeof english> = {
  title: 'Für den Kauf ein Konto anlegen',
  submit: 'Registrieren',
  submitting: 'Wird registriert',
}

import type { FormMessages } from '../../../domain/registration/field-faults.ts'

/** Messages below a field. */
export const fieldMessages: FormMessages = {
  email: 'Die E-Mail-Adresse ist ungültig',
  invalidCharacters: 'Enthält ungültige Zeichen',
  phone: 'Diese Telefonnummer ist ungültig',
  tooLong: (length) => `Muss kürzer als ${length} Zeichen sein`,
  required: 'Diese Angabe ist erforderlich',
  invalidValue: 'Ungültiger Wert',
  invalidInput: 'Die Eingabe ist ungültig',
}

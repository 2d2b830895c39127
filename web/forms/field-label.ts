import { isPersonField, type FieldName } from '../../domain/registration/registration.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'

const t = shopWords.form

/**
 * Returns the name of a field where it is shown apart from its input. A state that was removed, because the country has
 * none, has the general name.
 */
export function fieldLabel(name: FieldName, country: string): string {
  if (name === 'termsAndConditions') return t.agreement
  if (!isPersonField(name)) return t[name]
  return name === 'state' ? (t.state[country] ?? fieldWords.state) : fieldWords[name]
}

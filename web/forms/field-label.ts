import { isPersonField, type FieldName, type Tick } from '../../domain/registration/registration.ts'
import { fieldWords } from '#words/forms/person-fields.ts'
import { shopWords } from '#words/shop/shop.ts'

const t = shopWords.form

const boxLabels: Record<Tick, string> = {
  otherIndustry: t.otherIndustry,
  termsAndConditions: t.agreement,
  affirmation: t.affirmation,
}

/**
 * Returns the name of a field where it is shown apart from its input. A state that was removed, because the country has
 * none, has the general name.
 */
export function fieldLabel(name: FieldName, country: string): string {
  if (!isPersonField(name)) return boxLabels[name]
  return name === 'state' ? (t.state[country] ?? fieldWords.state) : fieldWords[name]
}

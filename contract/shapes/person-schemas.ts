import { countryCodes, dialCodes } from '../../domain/lists/countries.ts'
import { fieldLimits } from '../../domain/limits.ts'
import { forbiddenInNames, phoneNumberPattern } from '../../domain/person/field-rules.ts'
import { unprintableCharacters, visible } from '../../domain/registration/printable.ts'
import { rowOf, type PersonField } from '../../domain/person/fields.ts'

type Keywords = Readonly<Record<string, unknown>>

const namePattern = `^${visible}[^${unprintableCharacters}${forbiddenInNames.source.slice(1, -1)}]+$`
const others: { readonly [Field in PersonField]?: Keywords } = {
  email: { minLength: 1, maxLength: fieldLimits.emailLength - 1, format: 'email' },
  country: { enum: [...countryCodes] },
  'phone.countryCode': { enum: [...dialCodes] },
  'phone.phoneNumber': { pattern: phoneNumberPattern },
}

/**
 * Returns the JSON Schema keywords that state the rules of a field. The API itself accepts any text of one line, and
 * the rules decide. The keywords are not in domain/person, which the browser loads.
 */
export function keywordsOf(field: PersonField): Keywords | undefined {
  const { choices, shorterThan } = rowOf(field).rule
  if (choices) return { enum: [...choices] }
  return shorterThan ? { minLength: 1, maxLength: shorterThan - 1, pattern: namePattern } : others[field]
}

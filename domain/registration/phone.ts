import { dialCodes } from '../lists/countries.ts'

type Phone = { 'phone.countryCode'?: string | boolean; 'phone.phoneNumber'?: string | boolean }

/** Separators between digits: blanks, dashes, dots, slashes and brackets. */
const separators = /[\s\p{Pd}./()·]/gu

/**
 * Returns a form's values with the phone number as the API accepts it. '(555) 123-4567' becomes '5551234567'; '+44
 * (0)7700 900123' sets the country code too. Text that is not a phone number is unchanged.
 */
export function withPlainPhone<Values extends Phone>(values: Values): Values {
  const typed = values['phone.phoneNumber']
  if (typeof typed !== 'string') return values
  const international = /^\s*(\+|00)/.test(typed.normalize('NFKC'))
  const joined = (international ? typed.replace('(0)', '') : typed).normalize('NFKC').replaceAll(separators, '')
  if (!international) return /^\d+$/.test(joined) ? { ...values, 'phone.phoneNumber': joined } : values
  const whole = joined.replace(/^(\+|00)/, '+')
  const code = codeOf(whole)
  const rest = whole.slice(code?.length ?? 0)
  if (code === undefined || !/^\d+$/.test(rest)) return values
  return { ...values, 'phone.countryCode': code, 'phone.phoneNumber': rest }
}

/** Returns the longest country code at the start of a number: '+1268…' is Antigua's, not '+1'. */
function codeOf(number: string): string | undefined {
  return [...dialCodes].filter((code) => number.startsWith(code)).toSorted((one, other) => other.length - one.length)[0]
}

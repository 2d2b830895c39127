import { fieldLimits } from '../limits.ts'
import { unprintable } from './printable.ts'
import { lengthOf } from '../person/field-rules.ts'
import type { FieldFault } from './field-faults.ts'

/** An address on invoices; the country and state of the subscriber complete it. */
export type BillingAddress = { line1: string; line2: string; postalCode: string; city: string }

/**
 * What invoices contain besides the person, and what the customer may have changed on a page of the billing provider:
 * `state` is only the state, `address` the whole address.
 */
export type InvoiceDetail = 'address' | 'state' | 'vatId'

export const addressFields = ['line1', 'line2', 'postalCode', 'city'] as const
export type AddressField = (typeof addressFields)[number]

/** The lines that an address needs. Not every country has postal codes. */
export const neededInAddress: ReadonlySet<AddressField> = new Set(['line1', 'city'])

/** Returns the fault of a line of an address. */
export function addressFault(field: AddressField, value: string): FieldFault | null {
  if (value.trim() === '') return neededInAddress.has(field) ? { code: 'required' } : null
  if (lengthOf(value) >= fieldLimits.nameLength) return { code: 'tooLong', value: fieldLimits.nameLength }
  return unprintable.test(value) ? { code: 'invalidCharacters' } : null
}

/** Returns an address without blanks around its lines; null if every line is empty. */
export function trimmedAddress(given: BillingAddress): BillingAddress | null {
  const { line1, line2, postalCode, city } = given
  const address = { line1: line1.trim(), line2: line2.trim(), postalCode: postalCode.trim(), city: city.trim() }
  return Object.values(address).every((line) => line === '') ? null : address
}

const europe = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
/**
 * The format of each country's VAT ids: ec.europa.eu/taxation_customs/vies (FAQ, "What is the format of a VAT
 * number?").
 */
const europeanVat = new RegExp(
  `^(?:${[
    'ATU\\d{8}',
    'BE[01]\\d{9}',
    'BG\\d{9,10}',
    'CY\\d{8}[A-Z]',
    'CZ\\d{8,10}',
    'DE\\d{9}',
    'DK\\d{8}',
    'EE\\d{9}',
    'EL\\d{9}',
    'ES[A-Z0-9]\\d{7}[A-Z0-9]',
    'FI\\d{8}',
    'FR[A-Z0-9]{2}\\d{9}',
    'HR\\d{11}',
    'HU\\d{8}',
    'IE\\d[A-Z0-9+*]\\d{5}[A-Z]{1,2}',
    'IT\\d{11}',
    'LT(?:\\d{9}|\\d{12})',
    'LU\\d{8}',
    'LV\\d{11}',
    'MT\\d{8}',
    'NL[A-Z0-9+*]{10}\\d{2}',
    'PL\\d{10}',
    'PT\\d{9}',
    'RO\\d{2,10}',
    'SE\\d{12}',
    'SI\\d{8}',
    'SK\\d{10}',
    'XI(?:\\d{9}|\\d{12}|(?:GD|HA)\\d{3})',
  ].join('|')})$`,
)
const kinds: Record<string, { type: 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat'; shape: RegExp }> = {
  GB: { type: 'gb_vat', shape: /^GB(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/ },
  CH: { type: 'ch_vat', shape: /^CHE\d{9}(?:MWST|TVA|IVA)$/ },
  NO: { type: 'no_vat', shape: /^\d{9}MVA$/ },
  ...Object.fromEntries(europe.map((code) => [code, { type: 'eu_vat', shape: europeanVat } as const])),
}

/** Returns a VAT id as stored: in capitals, without separators. */
export const plainVatId = (given: string): string => given.replaceAll(/[\s.-]/g, '').toUpperCase()

/**
 * Returns the billing provider's type of a VAT id: docs.stripe.com/billing/customer/tax-ids. Null if it accepts none
 * for the country.
 */
export function vatIdKind(
  vatId: string,
  country: string,
): { type: 'eu_vat' | 'gb_vat' | 'ch_vat' | 'no_vat'; value: string } | null {
  const kind = kinds[country]
  return kind?.shape.test(vatId) ? { type: kind.type, value: vatId } : null
}

/** Whether invoices to a country can contain a VAT id. */
export const hasVatIds = (country: string): boolean => Object.hasOwn(kinds, country)

/** Returns the fault of a VAT id of a country. An empty one is valid. */
export function vatIdFault(given: string, country: string): FieldFault | null {
  const vatId = plainVatId(given)
  return vatId === '' || vatIdKind(vatId, country) ? null : { code: 'vatId' }
}

import { emit, find, newId, type Transaction } from '../state/transaction.ts'
import type { Reader } from '../api/form.ts'
import type { TaxId } from '../state/kinds.ts'
import { invalid, type Refusal } from '../api/refusal.ts'

const shapes: Record<string, RegExp> = {
  eu_vat: /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[A-Z0-9]{2,13}$/,
  gb_vat: /^GB(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  ch_vat: /^CHE\d{9}(?:MWST|TVA|IVA)$/,
  us_ein: /^\d{2}-?\d{7}$/,
  no_vat: /^\d{9}MVA$/,
  au_abn: /^\d{11}$/,
  jp_trn: /^T\d{13}$/,
  ca_bn: /^\d{9}$/,
}
const europe = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')
const ofCountry: Record<string, string> = {
  GB: 'gb_vat',
  CH: 'ch_vat',
  US: 'us_ein',
  NO: 'no_vat',
  AU: 'au_abn',
  JP: 'jp_trn',
  CA: 'ca_bn',
  ...Object.fromEntries(europe.map((code) => [code, 'eu_vat'])),
}

/** POST /v1/customers/:id/tax_ids. https://docs.stripe.com/billing/customer/tax-ids */
export function createTaxId(tx: Transaction, customer: string, from: Reader): TaxId {
  find(tx, 'customer', customer, 'customer')
  const type = from.needed('type')
  const shape = shapes[type]
  if (!shape) throw invalid(`Invalid type: must be one of ${Object.keys(shapes).join(', ')}`, 'type')
  const value = from.needed('value').replaceAll(/[\s.]/g, '').toUpperCase()
  if (!shape.test(value)) throw wrongTaxId(type)
  return keepTaxId(tx, customer, type, value)
}

function wrongTaxId(type: string): Refusal {
  return invalid(`Invalid value for ${type}.`, 'value', 'tax_id_invalid')
}

/** The type of a tax id typed on a page by a customer in that country, or null if it is not one. */
export function typeOfTaxId(value: string, country: string): string | null {
  const type = ofCountry[country]
  return type && shapes[type]?.test(value.replaceAll(/[\s.]/g, '').toUpperCase()) ? type : null
}

export function keepTaxId(tx: Transaction, customer: string, type: string, value: string): TaxId {
  const prefix = value.slice(0, 2)
  const made: TaxId = {
    id: newId('txi_1', 23),
    object: 'tax_id',
    country: type === 'eu_vat' ? (prefix === 'EL' ? 'GR' : prefix) : type.slice(0, 2).toUpperCase(),
    created: tx.at,
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer, customer_account: null },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  }
  tx.put('tax_id', made)
  emit(tx, 'customer.tax_id.created', made)
  return made
}

export function taxIdsOf(tx: Transaction, customer: string): TaxId[] {
  return tx.all('tax_id').filter((one) => one.customer === customer)
}

/** DELETE /v1/customers/:customer/tax_ids/:id */
export function removeTaxId(tx: Transaction, customer: string, id: string): object {
  const found = find(tx, 'tax_id', id)
  if (found.customer !== customer) throw invalid(`No such tax_id: '${id}'`, 'id', 'resource_missing')
  tx.remove('tax_id', id)
  emit(tx, 'customer.tax_id.deleted', found)
  return { id, object: 'tax_id', deleted: true }
}

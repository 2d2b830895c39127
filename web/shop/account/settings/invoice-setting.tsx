import { addressFields, hasVatIds, neededInAddress } from '../../../../domain/registration/invoice-details.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { shopWords } from '#words/shop/shop.ts'
import type { AccountSettings } from './settings.ts'
import { SettingForm } from './setting-form.tsx'
import { Setting } from './setting.tsx'

const t = accountSettingsWords.invoices
const autoComplete = {
  line1: 'address-line1',
  line2: 'address-line2',
  postalCode: 'postal-code',
  city: 'address-level2',
} as const

type InvoiceSettingProps = { invoices: NonNullable<AccountSettings['invoices']>; country: string }

/** Edits the address and the VAT ID that invoices name. */
export function InvoiceSetting({ invoices: { address, vatId }, country }: InvoiceSettingProps) {
  const lines = addressFields.map((field) => ({
    name: `address.${field}`,
    label: t.fields[field],
    autoComplete: autoComplete[field],
    ...(neededInAddress.has(field) ? {} : { optional: shopWords.optional }),
  }))
  const vat = { name: 'vatId', label: t.fields.vatId, hint: t.vatHint, optional: shopWords.optional }
  const taxed = hasVatIds(country)
  const initial = {
    ...Object.fromEntries(addressFields.map((field) => [`address.${field}`, address?.[field] ?? ''])),
    ...(taxed ? { vatId } : {}),
  }
  const shown = address ? [address.line1, address.line2, `${address.postalCode} ${address.city}`.trim()] : []
  const text = [...shown, ...(vatId === '' ? [] : [t.vatShown(vatId)])].filter((line) => line !== '').join(', ')
  return (
    <Setting whole title={t.title} text={text === '' ? t.none : text}>
      <SettingForm
        act="profile"
        open={t.change}
        fields={taxed ? [...lines, vat] : lines}
        initial={initial}
        button={{ label: t.save, busy: t.saving }}
        done={() => t.saved}
      />
    </Setting>
  )
}

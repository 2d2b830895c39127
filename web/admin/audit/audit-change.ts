import type { Output } from '../../../contract/contract.ts'
import { longDate } from '../../../domain/calendar.ts'
import { majorUnits } from '../../../domain/catalogue/plan.ts'
import { correctableFields } from '../../../domain/person/fields.ts'
import { adminWords } from '#words/admin/admin.ts'
import { auditWords as t } from '#words/admin/audit.ts'
import { roleWords } from '#words/admin/settings/roles.ts'
import { paymentIssueWords } from '#words/admin/payment-issues.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { locale } from '#words/locale.ts'
import { amountText } from '../../billing/payment.ts'
import { countryByCode } from '../../client/countries.ts'
import { fieldLabel } from '../../forms/field-label.ts'

type Line = Output<'GET /api/v1/audit'>[number]
type Change = Line['changes'][number]

/**
 * Returns the effects of an act, one line each: a refund, changes with old and new value, or the receipt of an erasure.
 */
export function whatOf({ changes, refund, erasure }: Line): string[] {
  const refunded = refund
    ? [
        t.refunded(amountText(refund.amount, refund.currency)),
        ...(refund.invoice === null ? [] : [t.ofInvoice(refund.invoice)]),
        ...(refund.outcome === null ? [] : [t.outcomes[refund.outcome]]),
      ]
    : []
  const until = erasure?.sealed
    .map((one) => one.until)
    .toSorted()
    .at(-1)
  const erased = erasure
    ? [t.receipt(erasure.number), until === undefined ? t.nothingKept : t.keptUntil(longDate(until, locale))]
    : []
  return [...refunded, ...changes.map(changeText), ...erased]
}

/** Returns a change with old and new value in one line. */
export function changeText({ field, before, after }: Change): string {
  const correctable = correctableFields.find((one) => one === field)
  const label = correctable ? fieldLabel(correctable, '') : t.fields[field as keyof typeof t.fields]
  if (before === '') return t.set(label, valueText(field, after))
  return t.changed(label, valueText(field, before), valueText(field, after))
}

const texts: { [Field in Change['field']]?: (value: string) => string | undefined } = {
  status: (value) => new Map(Object.entries(adminWords.status)).get(value),
  endDate: (value) => longDate(value, locale),
  renews: (value) => (value === 'yes' ? adminWords.yes : adminWords.no),
  charged: chargedText,
  review: (value) => new Map(Object.entries(detailsWords.screening)).get(value),
  role: (value) => new Map(Object.entries(roleWords)).get(value),
  issue: (value) => new Map(Object.entries(paymentIssueWords.kinds)).get(value),
  export: (value) => t.exports[value],
  country: (value) => countryByCode(value)?.name,
}

const valueText = (field: Change['field'], value: string): string =>
  value === '' ? t.none : (texts[field]?.(value) ?? value)

function chargedText(value: string): string {
  const [minor = '', currency = ''] = value.split(' ')
  return amountText(majorUnits(Number(minor), currency), currency)
}

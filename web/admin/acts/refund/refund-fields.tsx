import { actDialogWords, actWords } from '#words/admin/people/acts.ts'
import { utcDay } from '../../../../i18n/calendar-words.ts'
import { amountText } from '../../../billing/payment.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { RefundAmounts, outcomeText, type Refundable } from './refund-parts.tsx'
import type { SubscriptionRow } from '../rows.ts'
import type { Refund } from './use-refund.ts'

const t = actWords.refund

type RefundFieldsProps = { refund: Refund; chosen: Refundable; row: SubscriptionRow }

/** The fields of a refund: the invoice, the amount, the effect on the subscription, and the reason. */
export function RefundFields({ refund, chosen, row }: RefundFieldsProps) {
  const { open, outcomes, decision, amount, comment, problems, idOf } = refund
  return (
    <>
      <Select
        id={idOf('invoice')}
        name="invoice"
        label={t.invoice}
        options={open.map((one) => ({
          value: one.invoice,
          label: t.invoiceOption(one.invoice, utcDay(one.date), amountText(one.left, one.currency)),
        }))}
        value={chosen.invoice}
        onChange={refund.choose}
        error={problems.invoice}
      />
      <RefundAmounts refundable={chosen} />
      <TextField
        id={idOf('amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        width="s"
        label={t.amount}
        prefix={chosen.currency.toUpperCase()}
        value={amount}
        onChange={refund.enterAmount}
        error={problems.amount}
      />
      {outcomes.length > 0 ? (
        <Select
          id={idOf('then')}
          name="then"
          label={t.outcome}
          options={outcomes.map((one) => ({ value: one, label: outcomeText(one, row) }))}
          value={decision}
          onChange={refund.decide}
          error={problems.then}
        />
      ) : (
        <p>{t.unchanged}</p>
      )}
      <TextArea
        id={idOf('comment')}
        name="comment"
        label={actDialogWords.reason}
        value={comment}
        onChange={refund.enterComment}
        error={problems.comment}
      />
    </>
  )
}

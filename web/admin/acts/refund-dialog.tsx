import { useId, useState } from 'react'
import { actDialogWords, actWords } from '#words/admin/acts.ts'
import { utcDay } from '../../../i18n/calendar-words.ts'
import { amountText } from '../../billing/payment.ts'
import { ApiError, call, messageOf } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { AdminError } from '../admin-section.tsx'
import { useAdminCall } from '../admin-call.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { useDraft } from '../drafts.ts'
import { commentProblem } from './admin-problems.ts'
import { readRow } from './perform-act.ts'
import {
  RefundAmounts,
  amountField,
  buttonText,
  decided,
  outcomeText,
  outcomesFor,
  readAmount,
} from './refund-parts.tsx'
import { fullName, type SubscriptionRow } from './rows.ts'

const t = actWords.refund
type Problems = { [Field in 'invoice' | 'amount' | 'then' | 'comment']?: string | undefined }

type RefundDialogProps = {
  row: SubscriptionRow
  /** The number of the invoice selected first; by default the newest with something left. */
  invoice: string | undefined
  onClose: () => void
  onDone: (row: SubscriptionRow) => void
  /** Refused because the subscription has changed: with its present row. */
  onConflict: (row: SubscriptionRow) => void
  onGone: (message: string) => void
}

/**
 * Refunds an invoice: the invoice, the amount, the reason, and the effect on the subscription. Mounted while it is
 * open.
 */
export function RefundDialog({ row, invoice, onClose, onDone, onConflict, onGone }: RefundDialogProps) {
  const path = { id: row.id }
  const { data, error, refetch, isFetching } = useAdminCall('GET /api/v1/subscriptions/refundable/{id}', { path })
  // For another invoice the fields are empty.
  const draft = `refund ${row.id} ${invoice ?? ''}`
  const [number, setNumber] = useDraft(draft, 'invoice', invoice ?? '')
  const [draftAmount, setDraftAmount] = useDraft(draft, 'amount')
  const [typed, setTyped] = useState(draftAmount === '' ? undefined : draftAmount)
  const [outcome, setOutcome] = useDraft(draft, 'then', 'keep')
  const [comment, setComment] = useDraft(draft, 'comment')
  const [problems, setProblems] = useState<Problems>({})
  const id = useId()

  const open = (data ?? []).filter(({ left, disputed }) => left > 0 && !disputed)
  // The chosen invoice is never replaced by another one, even if a refresh shows that nothing of it is left.
  const chosen = number === '' ? open[0] : open.find((one) => one.invoice === number)
  const amount = typed ?? (chosen ? amountField(chosen) : '')
  const outcomes = chosen?.current ? outcomesFor(row) : []
  const decision = outcomes.find((one) => one === outcome) ?? 'keep'
  const money = readAmount(amount)

  /** The draft belongs to the shown invoice, even if a newer one has become the first. */
  function bindToInvoice() {
    if (chosen) setNumber(chosen.invoice)
  }

  function setAmount(text: string | undefined) {
    if (text !== undefined) bindToInvoice()
    setTyped(text)
    setDraftAmount(text ?? '')
  }

  function check(): boolean {
    const found: Problems = {
      amount: money === undefined ? t.amountWrong : undefined,
      comment: commentProblem(comment) ?? undefined,
    }
    setProblems(found)
    const wrong = (['amount', 'comment'] as const).find((field) => found[field] !== undefined)
    if (wrong) document.getElementById(`${id}-${wrong}`)?.focus()
    return chosen !== undefined && !wrong
  }

  async function act() {
    if (!chosen || money === undefined) return false
    setNumber(chosen.invoice)
    const body = { invoice: chosen.invoice, amount: money, comment: comment.trim(), ...decided(decision) }
    const done = await call('POST /api/v1/subscriptions/refund/{id}', { path, body }).catch(refused)
    if (done) onDone(done)
    return done !== undefined
  }

  /** Shows the server's faults at their fields; throws the one shown above the fields. */
  async function refused(cause: unknown): Promise<undefined> {
    if (!(cause instanceof ApiError)) throw cause
    if (cause.status === 404) {
      onGone(messageOf(cause, t.failed))
      return undefined
    }
    if (cause.errors.length > 0) {
      setProblems(Object.fromEntries(cause.errors.map(({ field, message }) => [field, message])))
      return undefined
    }
    if (cause.status === 409) {
      const now = await readRow(row.id).catch(() => undefined)
      if (now) onConflict(now)
      await refetch()
    }
    throw cause
  }

  return (
    <AskDialog
      title={t.title}
      draft={draft}
      words={{
        confirm: buttonText(chosen, money, outcomes, decision),
        doing: t.doing,
        discard: actDialogWords.discard,
      }}
      dangerous
      failed={t.failed}
      check={check}
      act={act}
      onClose={onClose}
      instead={chosen ? undefined : <Button onClick={onClose}>{actDialogWords.close}</Button>}
    >
      {(failure) => (
        <>
          <p className="anywhere">{actDialogWords.about(fullName(row.subscriber), row.plan.title)}</p>
          {failure}
          {chosen ? (
            <>
              <Select
                id={`${id}-invoice`}
                name="invoice"
                label={t.invoice}
                options={open.map((one) => ({
                  value: one.invoice,
                  label: t.invoiceOption(one.invoice, utcDay(one.date), amountText(one.left, one.currency)),
                }))}
                value={chosen.invoice}
                onChange={(value) => {
                  setNumber(value)
                  setAmount(undefined)
                  setProblems({})
                }}
                error={problems.invoice}
              />
              <RefundAmounts refundable={chosen} />
              <TextField
                id={`${id}-amount`}
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                width="s"
                label={t.amount}
                prefix={chosen.currency.toUpperCase()}
                value={amount}
                onChange={(value) => {
                  setAmount(value)
                  const wrong = value.trim() !== '' && readAmount(value) === undefined
                  setProblems((before) => ({ ...before, amount: wrong ? t.amountWrong : undefined }))
                }}
                error={problems.amount}
              />
              {outcomes.length > 0 ? (
                <Select
                  id={`${id}-then`}
                  name="then"
                  label={t.outcome}
                  options={outcomes.map((one) => ({ value: one, label: outcomeText(one, row) }))}
                  value={decision}
                  onChange={(to) => {
                    bindToInvoice()
                    setOutcome(to)
                  }}
                  error={problems.then}
                />
              ) : (
                <p>{t.unchanged}</p>
              )}
              <TextArea
                id={`${id}-comment`}
                name="comment"
                label={actDialogWords.reason}
                value={comment}
                onChange={(value) => {
                  bindToInvoice()
                  setComment(value)
                  setProblems((before) => ({ ...before, comment: undefined }))
                }}
                error={problems.comment}
              />
            </>
          ) : data ? (
            failure ? null : (
              <p>{t.nothingLeft}</p>
            )
          ) : error && !isFetching ? (
            <AdminError error={error} message={t.loadingFailed} retry={() => void refetch()} busy={isFetching} />
          ) : (
            <p role="status" className="soft">
              {t.loading}
            </p>
          )}
        </>
      )}
    </AskDialog>
  )
}

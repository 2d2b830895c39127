import { useId, useState } from 'react'
import { outcomesFor, refundRefusal } from '../../../../domain/billing/refunds/refund-outcome.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { call } from '../../../client/api.ts'
import { useAdminCall } from '../../admin-call.ts'
import { useDraft } from '../../drafts.ts'
import { reportRefusal, type RowAct } from '../act-refusal.ts'
import { commentProblem } from '../admin-problems.ts'
import { amountField, readAmount } from './refund-amount.ts'
import { decided } from './refund-parts.tsx'

const t = actWords.refund
type Problems = { [Field in 'invoice' | 'amount' | 'then' | 'comment']?: string | undefined }

export type RefundRequest = RowAct & {
  /** The number of the invoice selected first; by default the newest with something left. */
  invoice: string | undefined
}

export type Refund = ReturnType<typeof useRefund>

/** Manages a refund of a subscription: its invoices, what is entered, the faults, and the call. */
export function useRefund({ row, invoice, onDone, onConflict, onGone }: RefundRequest) {
  const input = { path: { id: row.id }, query: { include: 'cards' as const } }
  const query = useAdminCall('GET /api/v1/subscriptions/refundable/{id}', input)
  // For another invoice the fields are empty.
  const draft = `refund ${row.id} ${invoice ?? ''}`
  const [number, setNumber] = useDraft(draft, 'invoice', invoice ?? '')
  const [draftAmount, setDraftAmount] = useDraft(draft, 'amount')
  const [typed, setTyped] = useState(draftAmount === '' ? undefined : draftAmount)
  const [outcome, setOutcome] = useDraft(draft, 'then', 'keep')
  const [comment, setComment] = useDraft(draft, 'comment')
  const [problems, setProblems] = useState<Problems>({})
  const id = useId()

  const open = (query.data ?? []).filter((one) => refundRefusal(one) === null)
  // The chosen invoice is never replaced by another one, even if a refresh shows that nothing of it is left.
  const chosen = number === '' ? open[0] : open.find((one) => one.invoice === number)
  const amount = typed ?? (chosen ? amountField(chosen) : '')
  const outcomes = chosen?.current ? outcomesFor(row) : []
  const decision = outcomes.find((one) => one === outcome) ?? 'keep'
  const money = chosen && readAmount(amount, chosen.currency)

  /** The draft belongs to the shown invoice, even if a newer one has become the first. */
  function bindToInvoice() {
    if (chosen) setNumber(chosen.invoice)
  }

  const refused = (cause: unknown) =>
    reportRefusal(cause, { row, failed: t.failed, onGone, onFaults: setProblems, onConflict, refetch: query.refetch })

  return {
    query,
    draft,
    open,
    chosen,
    outcomes,
    decision,
    money,
    amount,
    comment,
    problems,
    idOf: (field: keyof Problems) => `${id}-${field}`,

    /** Another invoice has another amount. */
    choose(value: string) {
      setNumber(value)
      setTyped(undefined)
      setDraftAmount('')
      setProblems({})
    },

    enterAmount(text: string) {
      bindToInvoice()
      setTyped(text)
      setDraftAmount(text)
      const wrong = chosen && text.trim() !== '' && readAmount(text, chosen.currency) === undefined
      setProblems((before) => ({ ...before, amount: wrong ? t.amountWrong(amountField(chosen)) : undefined }))
    },

    decide(to: string) {
      bindToInvoice()
      setOutcome(to)
    },

    enterComment(text: string) {
      bindToInvoice()
      setComment(text)
      setProblems((before) => ({ ...before, comment: undefined }))
    },

    /** Returns false if a field is invalid. */
    check(): boolean {
      const found: Problems = {
        amount: chosen && money === undefined ? t.amountWrong(amountField(chosen)) : undefined,
        comment: commentProblem(comment) ?? undefined,
      }
      setProblems(found)
      return chosen !== undefined && found.amount === undefined && found.comment === undefined
    },

    async act() {
      if (!chosen || money === undefined) return false
      setNumber(chosen.invoice)
      const body = { invoice: chosen.invoice, amount: money, comment: comment.trim(), ...decided(decision) }
      const done = await call('POST /api/v1/subscriptions/refund/{id}', { path: { id: row.id }, body }).catch(refused)
      if (done) onDone(done)
      return done !== undefined
    },
  }
}

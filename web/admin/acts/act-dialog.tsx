import { useId, useState, type SubmitEvent } from 'react'
import { addDays } from '../../../domain/calendar.ts'
import { adminWords } from '#words/admin/admin.ts'
import { ApiError, call, messageOf } from '../../client/api.ts'
import { useSettings } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { commentProblem, endDateProblem } from './admin-problems.ts'
import { actsWithoutReason, dangerousActs, suits, type AdminAct } from './act-rules.ts'
import { fullName, type SubscriptionRow } from './rows.ts'

const t = adminWords.dialogs

/** `amount` is empty for all that is left. */
type Values = { endDate: string; amount: string; comment: string; cancel: boolean }
const checked = ['endDate', 'amount', 'comment'] as const
type Checked = (typeof checked)[number]
type Problems = { [Field in Checked]?: string | undefined }

type ActDialogProps = {
  act: AdminAct
  row: SubscriptionRow
  onClose: () => void
  /** Done, with the row as it then is. */
  onDone: (row: SubscriptionRow) => void
  /** Refused, because the subscription is not what it was: with the row as it now is. */
  onConflict: (row: SubscriptionRow) => void
  /** There is no such subscription any more. */
  onGone: (message: string) => void
}

/** One act on one subscription: what it needs to know, the question, and what the server answers to it. */
export function ActDialog({ act, row, onClose, onDone, onConflict, onGone }: ActDialogProps) {
  const { now } = useSettings()
  const form = useId()
  const [values, setValues] = useState<Values>({
    endDate: row.endDate?.slice(0, 10) ?? '',
    amount: '',
    comment: '',
    cancel: false,
  })
  const [touched, setTouched] = useState<ReadonlySet<Checked>>(new Set())
  const [rejected, setRejected] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [fresh, setFresh] = useState(row)
  const [busy, setBusy] = useState(false)
  const words = t[act]
  const asksReason = !actsWithoutReason.has(act)
  const question = dangerousActs.has(act) || act === 'undo' || !asksReason
  const stillSuits = suits(act, fresh)

  const broken: Problems = asksReason ? { comment: commentProblem(values.comment) ?? undefined } : {}
  if (act === 'extend') {
    broken.endDate = endDateProblem(values.endDate, new Date(now)) ?? undefined
  }
  if (act === 'refund' && readAmount(values.amount) === undefined) broken.amount = t.refund.amountWrong
  const shown = (field: Checked) => (touched.has(field) ? broken[field] : undefined) ?? rejected[field]

  function set(field: Checked, value: string) {
    setValues((before) => ({ ...before, [field]: value }))
    setTouched((before) => new Set(before).add(field))
    setRejected((before) => ({ ...before, [field]: undefined }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !stillSuits) return
    const wrong = checked.find((field) => broken[field] !== undefined)
    setTouched(new Set(checked))
    if (wrong) return document.getElementById(`${form}-${wrong}`)?.focus()
    setBusy(true)
    setRefusal(null)
    try {
      onDone(await carryOut(act, fresh, values))
    } catch (error) {
      setBusy(false)
      await failed(error)
    }
  }

  async function failed(cause: unknown) {
    const message = messageOf(cause, adminWords.failed[act])
    const { status, errors } = cause instanceof ApiError ? cause : { status: 0, errors: [] }
    if (status === 404) return onGone(message)
    if (errors.length > 0) return setRejected(Object.fromEntries(errors.map(({ field, message }) => [field, message])))
    setRefusal(message)
    if (status !== 409) return undefined
    const now = await call('GET /api/v1/subscriptions/{id}', { path: { id: row.id } }).catch(() => undefined)
    if (!now) return undefined
    const renewed = { ...now, latestComment: now.latestComment ?? null }
    setFresh(renewed)
    return onConflict(renewed)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      role={question ? 'alertdialog' : 'dialog'}
      busy={busy}
      actions={
        stillSuits ? (
          <>
            <Button variant="quiet" onClick={onClose} disabled={busy}>
              {words.discard}
            </Button>
            <Button
              type="submit"
              form={form}
              variant={dangerousActs.has(act) ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={words.doing}
            >
              {words.confirm}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t.close}</Button>
        )
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="anywhere">{t.about(fullName(row.subscriber), row.plan.title)}</p>
        {'text' in words ? <p>{words.text}</p> : null}
        {refusal === null ? null : <Panel tone="red" role="alert" title={refusal} />}
        {act === 'extend' ? (
          <TextField
            id={`${form}-endDate`}
            name="endDate"
            type="date"
            width="s"
            label={t.extend.endDate}
            hint={t.extend.endDateHint}
            min={now.slice(0, 10)}
            value={values.endDate}
            onChange={(value) => set('endDate', value)}
            error={shown('endDate')}
          />
        ) : null}
        {act === 'extend' ? (
          <div className="cluster">
            {laterBy.map((days) => (
              <Button
                key={days}
                variant="quiet"
                size="small"
                onClick={() => set('endDate', dayAfter(row.endDate, now, days))}
              >
                {t.extend.days(days)}
              </Button>
            ))}
          </div>
        ) : null}
        {act === 'refund' ? (
          <TextField
            id={`${form}-amount`}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            width="s"
            label={t.refund.amount}
            hint={t.refund.amountHint}
            prefix={row.payment.currency?.toUpperCase()}
            optional={t.optional}
            value={values.amount}
            onChange={(value) => set('amount', value)}
            error={shown('amount')}
          />
        ) : null}
        {asksReason ? (
          <TextArea
            id={`${form}-comment`}
            name="comment"
            label={act === 'comment' ? t.comment.comment : t.reason}
            hint={act === 'comment' ? t.comment.hint : undefined}
            value={values.comment}
            onChange={(value) => set('comment', value)}
            error={shown('comment')}
          />
        ) : null}
        {act === 'refund' && suits('cancel', fresh) ? (
          <Checkbox
            id={`${form}-cancel`}
            name="cancel"
            label={t.refund.cancelNow}
            hint={t.refund.cancelNowHint}
            optional={t.optional}
            checked={values.cancel}
            onChange={(cancel) => setValues((before) => ({ ...before, cancel }))}
          />
        ) : null}
      </form>
    </Dialog>
  )
}

/** What an extension usually is, in days. */
const laterBy = [7, 14, 30]

/** So many days after the end date, or after today where that is over. */
function dayAfter(endDate: string | null, now: string, days: number): string {
  const from = new Date(endDate !== null && endDate > now ? endDate : now)
  return addDays(from, days).toISOString().slice(0, 10)
}

/** An amount as it was typed, with a point or a comma before the decimals; null for none, undefined for what is none. */
function readAmount(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d{1,12}([.,]\d{1,3})?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

async function carryOut(
  act: AdminAct,
  { id, endDate: seen }: SubscriptionRow,
  { endDate, amount, comment, cancel }: Values,
): Promise<SubscriptionRow> {
  const path = { id }
  switch (act) {
    case 'extend': {
      const body = { endDate: `${endDate}T00:00:00.000Z`, comment, seen }
      return call('POST /api/v1/subscriptions/extend/{id}', { path, body })
    }
    case 'cancel':
      return call('POST /api/v1/subscriptions/cancel/{id}', { path, body: { comment } })
    case 'undo':
      return call('POST /api/v1/subscriptions/revive/{id}', { path, body: { comment } })
    case 'refund': {
      const part = readAmount(amount) ?? null
      const body = { comment, ...(part === null ? {} : { amount: part }), ...(cancel ? { cancel } : {}) }
      return call('POST /api/v1/subscriptions/refund/{id}', { path, body })
    }
    case 'stop':
      await call('POST /api/v1/subscriptions/stop-renewal/{id}', { path, body: {} })
      return readRow(id)
    case 'resume':
      await call('POST /api/v1/subscriptions/resume-renewal/{id}', { path, body: {} })
      return readRow(id)
    case 'comment':
      return call('POST /api/v1/subscriptions/comment/{id}', { path, body: { comment } })
  }
}

async function readRow(id: string): Promise<SubscriptionRow> {
  const row = await call('GET /api/v1/subscriptions/{id}', { path: { id } })
  return { ...row, latestComment: row.latestComment ?? null }
}

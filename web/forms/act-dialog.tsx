import { useId, useState, type SubmitEvent } from 'react'
import { readEndDate, commentProblem } from '../../core/desk-acts.ts'
import { can } from '../../core/subscription.ts'
import { deskWords } from '#words/desk.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { useSettings } from '../page.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { fullName, type DeskRow } from './desk-rows.ts'
import type { DeskAct } from './subscription-acts.tsx'

const say = deskWords.dialogs

type Values = { endDate: string; comment: string }
type Problems = { [Field in keyof Values]?: string | undefined }

type ActDialogProps = {
  act: DeskAct
  row: DeskRow
  onClose: () => void
  /** Done, with the row as it then is. */
  onDone: (row: DeskRow) => void
  /** Refused, because the subscription is not what it was: with the row as it now is. */
  onConflict: (row: DeskRow) => void
  /** There is no such subscription any more. */
  onGone: (message: string) => void
}

/** One act on one subscription: what it needs to know, the question, and what the server answers to it. */
export function ActDialog({ act, row, onClose, onDone, onConflict, onGone }: ActDialogProps) {
  const { now } = useSettings()
  const form = useId()
  const [values, setValues] = useState<Values>({ endDate: row.endDate?.slice(0, 10) ?? '', comment: '' })
  const [touched, setTouched] = useState<ReadonlySet<keyof Values>>(new Set())
  const [rejected, setRejected] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [fresh, setFresh] = useState(row)
  const [busy, setBusy] = useState(false)
  const words = say[act]
  const question = act === 'cancel' || act === 'undo'
  const stillSuits = fresh.status !== null && can(act, fresh.status)

  const broken: Problems = { comment: commentProblem(values.comment) ?? undefined }
  if (act === 'extend') {
    const read = readEndDate(values.endDate, new Date(now))
    if ('problem' in read) broken.endDate = read.problem
  }
  const shown = (field: keyof Values) => (touched.has(field) ? broken[field] : undefined) ?? rejected[field]

  function set(field: keyof Values, value: string) {
    setValues((before) => ({ ...before, [field]: value }))
    setTouched((before) => new Set(before).add(field))
    setRejected((before) => ({ ...before, [field]: undefined }))
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !stillSuits) return
    const wrong = (['endDate', 'comment'] as const).find((field) => broken[field] !== undefined)
    setTouched(new Set(['endDate', 'comment']))
    if (wrong) return document.getElementById(`${form}-${wrong}`)?.focus()
    setBusy(true)
    setRefusal(null)
    try {
      onDone(await carryOut(act, row.id ?? '', values))
    } catch (error) {
      setBusy(false)
      await failed(error)
    }
  }

  async function failed(cause: unknown) {
    const message = messageOf(cause, deskWords.failed[act])
    const { status, errors } = cause instanceof ApiError ? cause : { status: 0, errors: [] }
    if (status === 404) return onGone(message)
    if (errors.length > 0) return setRejected(Object.fromEntries(errors.map(({ field, message }) => [field, message])))
    setRefusal(message)
    if (status !== 409) return undefined
    const now = await call('GET /api/v1/subscriptions/{id}', { path: { id: row.id ?? '' } }).catch(() => undefined)
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
              variant={act === 'cancel' ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={words.doing}
            >
              {words.confirm}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{say.close}</Button>
        )
      }
    >
      <form id={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="anywhere">{say.about(fullName(row.subscriber), row.plan?.title ?? '')}</p>
        {'text' in words ? <p>{words.text}</p> : null}
        {refusal === null ? null : <Panel tone="red" role="alert" title={refusal} />}
        {act === 'extend' ? (
          <TextField
            id={`${form}-endDate`}
            name="endDate"
            type="date"
            width="s"
            label={say.extend.endDate}
            hint={say.extend.endDateHint}
            min={now.slice(0, 10)}
            value={values.endDate}
            onChange={(value) => set('endDate', value)}
            error={shown('endDate')}
          />
        ) : null}
        <TextArea
          id={`${form}-comment`}
          name="comment"
          label={act === 'comment' ? say.comment.comment : say.reason}
          hint={act === 'comment' ? say.comment.hint : undefined}
          value={values.comment}
          onChange={(value) => set('comment', value)}
          error={shown('comment')}
        />
      </form>
    </Dialog>
  )
}

function carryOut(act: DeskAct, id: string, { endDate, comment }: Values): Promise<DeskRow> {
  const path = { id }
  switch (act) {
    case 'extend': {
      const body = { endDate: `${endDate}T00:00:00.000Z`, comment }
      return call('POST /api/v1/subscriptions/extend/{id}', { path, body })
    }
    case 'cancel':
      return call('POST /api/v1/subscriptions/cancel/{id}', { path, body: { comment } })
    case 'undo':
      return call('POST /api/v1/subscriptions/revive/{id}', { path, body: { comment } })
    case 'comment':
      return call('POST /api/v1/subscriptions/comment/{id}', { path, body: { comment } })
  }
}

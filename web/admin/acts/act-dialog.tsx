import { useId, useState } from 'react'
import { addDays } from '../../../domain/calendar.ts'
import { acts, asks, isActPossible } from '../../../domain/subscription/acts.ts'
import { writtenDay } from '../../../i18n/calendar-words.ts'
import { actDialogWords as t, actWords } from '#words/admin/acts.ts'
import { ApiError, call, messageOf } from '../../client/api.ts'
import { useSettings } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { commentProblem, endDateProblem } from './admin-problems.ts'
import { performAct, type ActValues, type PlainAct } from './perform-act.ts'
import { AskDialog } from '../ask-dialog.tsx'
import { useDraft } from '../drafts.ts'
import { fullName, type SubscriptionRow } from './rows.ts'

const checked = ['endDate', 'comment'] as const
type Checked = (typeof checked)[number]
type Problems = { [Field in Checked]?: string | undefined }

type ActDialogProps = {
  act: PlainAct
  row: SubscriptionRow
  onClose: () => void
  /** Done, with the row afterwards. */
  onDone: (row: SubscriptionRow) => void
  /** Refused because the subscription has changed: with its present row. */
  onConflict: (row: SubscriptionRow) => void
  /** The subscription no longer exists. */
  onGone: (message: string) => void
}

/** One act on one subscription: its data, the question, and the server's response. */
export function ActDialog({ act, row, onClose, onDone, onConflict, onGone }: ActDialogProps) {
  const { now } = useSettings()
  const form = useId()
  const draft = `${act} ${row.id}`
  const [endDate, setEndDate] = useDraft(draft, 'endDate', row.endDate?.slice(0, 10) ?? '')
  // The end date shown when the draft was typed. If a colleague has changed it since, the server refuses the act.
  const [typedAbout, setTypedAbout] = useDraft(draft, 'seen')
  const [comment, setComment] = useDraft(draft, 'comment')
  const values: ActValues = { endDate, comment }
  const [touched, setTouched] = useState<ReadonlySet<Checked>>(new Set())
  const [rejected, setRejected] = useState<Problems>({})
  const [fresh, setFresh] = useState(row)
  const words = actWords[act]
  const asksReason = asks(act, 'comment')
  const question = acts[act].dangerous || act === 'undo' || !asksReason
  const stillSuits = isActPossible(act, fresh)

  const broken: Problems = asksReason ? { comment: commentProblem(values.comment) ?? undefined } : {}
  if (asks(act, 'endDate')) {
    broken.endDate = endDateProblem(values.endDate, new Date(now)) ?? undefined
  }
  const shown = (field: Checked) => (touched.has(field) ? broken[field] : undefined) ?? rejected[field]

  function set(field: Checked, value: string) {
    if (field === 'endDate') {
      setEndDate(value)
      setTypedAbout(value === row.endDate?.slice(0, 10) ? '' : typedAbout || (fresh.endDate ?? ''))
    } else setComment(value)
    setTouched((before) => new Set(before).add(field))
    setRejected((before) => ({ ...before, [field]: undefined }))
  }

  function check(): boolean {
    const wrong = checked.find((field) => broken[field] !== undefined)
    setTouched(new Set(checked))
    if (wrong) document.getElementById(`${form}-${wrong}`)?.focus()
    return stillSuits && !wrong
  }

  async function perform() {
    const about = typedAbout === '' ? fresh : { ...fresh, endDate: typedAbout }
    const row = await performAct(act, about, values).catch(refused)
    if (row) onDone(row)
    return row !== undefined
  }

  /** Shows the server's faults at their fields; throws the one shown above the fields. */
  async function refused(cause: unknown): Promise<undefined> {
    if (!(cause instanceof ApiError)) throw cause
    if (cause.status === 404) {
      onGone(messageOf(cause, words.failed))
      return undefined
    }
    if (cause.errors.length > 0) {
      setRejected(Object.fromEntries(cause.errors.map(({ field, message }) => [field, message])))
      return undefined
    }
    if (cause.status === 409) await showConflict()
    throw cause
  }

  async function showConflict() {
    const now = await call('GET /api/v1/subscriptions/{id}', { path: { id: row.id } }).catch(() => undefined)
    if (!now) return
    const renewed = { ...now, latestComment: now.latestComment ?? null }
    setFresh(renewed)
    // The refusal states the new end date: pressing the button again confirms the change.
    if (typedAbout !== '') setTypedAbout(renewed.endDate ?? '')
    onConflict(renewed)
  }

  return (
    <AskDialog
      title={words.title}
      draft={draft}
      words={{ ...words, discard: t.discard }}
      dangerous={acts[act].dangerous}
      question={question}
      failed={words.failed}
      check={check}
      act={perform}
      onClose={onClose}
      instead={stillSuits ? undefined : <Button onClick={onClose}>{t.close}</Button>}
    >
      {(failure) => (
        <>
          <p className="anywhere">{t.about(fullName(row.subscriber), row.plan.title)}</p>
          {'text' in words ? <p>{words.text}</p> : null}
          {failure}
          {asks(act, 'endDate') ? (
            <TextField
              id={`${form}-endDate`}
              name="endDate"
              type="date"
              width="s"
              label={actWords.extend.endDate}
              hint={actWords.extend.endDateHint}
              min={now.slice(0, 10)}
              value={values.endDate}
              onChange={(value) => set('endDate', value)}
              error={shown('endDate')}
              note={changeOfDay(values.endDate, row.endDate)}
            />
          ) : null}
          {asks(act, 'endDate') ? (
            <div className="cluster">
              {laterBy.map((days) => (
                <Button
                  key={days}
                  variant="quiet"
                  size="small"
                  onClick={() => set('endDate', dayAfter(row.endDate, now, days))}
                >
                  {actWords.extend.days(days)}
                </Button>
              ))}
            </div>
          ) : null}
          {asksReason ? (
            <TextArea
              id={`${form}-comment`}
              name="comment"
              label={act === 'comment' ? actWords.comment.comment : t.reason}
              hint={act === 'comment' ? actWords.comment.hint : undefined}
              value={values.comment}
              onChange={(value) => set('comment', value)}
              error={shown('comment')}
            />
          ) : null}
        </>
      )}
    </AskDialog>
  )
}

/** The usual extensions, in days. */
const laterBy = [7, 14, 30]

/**
 * Shows the day in words, with the former one: a date field uses the browser's format, so 6 January may look like 1
 * June.
 */
function changeOfDay(day: string, endDate: string | null): string | null {
  const [now, before] = [writtenDay(day), writtenDay(endDate?.slice(0, 10) ?? '')]
  return now === null || before === null || now === before ? now : actWords.extend.changed(now, before)
}

/** Returns the day that many days after the end date, or after today if that has passed. */
function dayAfter(endDate: string | null, now: string, days: number): string {
  const from = new Date(endDate !== null && endDate > now ? endDate : now)
  return addDays(from, days).toISOString().slice(0, 10)
}

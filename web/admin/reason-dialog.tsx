import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { commentProblem } from './acts/admin-problems.ts'
import { reviewWords as t } from '#words/admin/reviews.ts'
import { messageOf } from '../client/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { Panel } from '../ui/panel.tsx'
import { TextArea } from '../ui/fields/text-area.tsx'
import { orLookAgainWhoItIs } from './admin-call.ts'

type ReasonDialogProps = {
  title: string
  /** What will happen. */
  text: ReactNode
  /** What is asked for besides the reason. */
  fields?: ReactNode
  /** False where a field is wrong, which then says so. */
  check?: () => boolean
  label: string
  hint?: string
  /** Reasons to begin with, and what they are called together. */
  templates?: { label: string; texts: readonly string[] }
  confirm: string
  doing: string
  dangerous?: boolean
  /** Said where the server said nothing. */
  failed: string
  /** Does it; a rejection keeps the dialog open, with what was typed. */
  act: (comment: string) => Promise<void>
  onClose: () => void
}

/** Asks for the reason of an act and does it. Mounted while it is open. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    title,
    text,
    fields = null,
    check = () => true,
    label,
    hint,
    templates,
    confirm,
    doing,
    dangerous = false,
    failed,
    act,
    onClose,
  } = props
  const [comment, setComment] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const id = useId()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const problem = commentProblem(comment)
    setWrong(problem ?? undefined)
    setFailure(undefined)
    if (!check()) return undefined
    if (problem !== null) return document.getElementById(`${id}-comment`)?.focus()
    setBusy(true)
    await orLookAgainWhoItIs(queries, () => act(comment.trim())).catch((error: unknown) => {
      setFailure(messageOf(error, failed))
      setBusy(false)
    })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t.close}
      busy={busy}
      role={dangerous ? 'alertdialog' : 'dialog'}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {t.discard}
          </Button>
          <Button type="submit" form={id} variant={dangerous ? 'danger' : 'primary'} busy={busy} busyLabel={doing}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <div>{text}</div>
        {failure === undefined ? null : (
          <Panel tone="red" role="alert">
            <p>{failure}</p>
          </Panel>
        )}
        {fields}
        {templates ? (
          <div role="group" aria-label={templates.label} className="chips chips--texts">
            {templates.texts.map((text) => (
              <button
                key={text}
                type="button"
                className="chip"
                onClick={() => {
                  setComment(text)
                  setWrong(undefined)
                  document.getElementById(`${id}-comment`)?.focus()
                }}
              >
                {text}
              </button>
            ))}
          </div>
        ) : null}
        <TextArea
          id={`${id}-comment`}
          name="comment"
          label={label}
          hint={hint}
          error={wrong}
          value={comment}
          onChange={(value) => {
            setComment(value)
            // What is wrong shows at once, what is missing only when it is sent.
            setWrong(value.trim() === '' ? undefined : (commentProblem(value) ?? undefined))
          }}
        />
      </form>
    </Dialog>
  )
}

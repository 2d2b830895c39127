import { useId, useState, type ReactNode } from 'react'
import { actDialogWords as t } from '#words/admin/people/acts.ts'
import { TextArea } from '../ui/fields/text-area.tsx'
import { commentProblem } from './acts/admin-problems.ts'
import { AskDialog, type AskDialogProps } from './ask-dialog.tsx'
import { useDraft } from './drafts.ts'

type ReasonDialogProps<T> = Pick<AskDialogProps<T>, 'title' | 'words' | 'check' | 'dangerous' | 'done' | 'onClose'> & {
  /** The act and its subject. The draft is stored under this name (drafts.ts). */
  draft: string
  /** States the consequences of the act. */
  text: ReactNode
  /** Fields besides the reason. */
  fields?: ReactNode
  label?: string
  hint?: string
  /** Suggested reasons, and the label of their list. */
  templates?: { label: string; texts: readonly string[] }
  /** Performs the act. A rejection, or false, keeps the dialog open with its draft. */
  act: (comment: string) => Promise<T | false>
}

/** Asks for the reason of an act and performs the act. Mounted while the dialog is open. */
export function ReasonDialog<T>(props: ReasonDialogProps<T>) {
  const { text, fields, check, label = t.reason, hint, templates, act, ...dialog } = props
  const [comment, setComment] = useDraft(dialog.draft, 'comment')
  const [wrong, setWrong] = useState<string>()
  const id = useId()

  function checkAll(): boolean {
    const problem = commentProblem(comment)
    setWrong(problem ?? undefined)
    return check?.() !== false && problem === null
  }

  return (
    <AskDialog {...dialog} check={checkAll} act={() => act(comment.trim())}>
      {(failure) => (
        <>
          <div>{text}</div>
          {failure}
          {fields}
          {templates ? (
            <div role="group" aria-label={templates.label} className="chips chips--texts">
              {templates.texts.map((template) => (
                <button
                  key={template}
                  type="button"
                  className="chip"
                  onClick={() => {
                    setComment(template)
                    setWrong(undefined)
                    document.getElementById(id)?.focus()
                  }}
                >
                  {template}
                </button>
              ))}
            </div>
          ) : null}
          <TextArea
            id={id}
            name="comment"
            label={label}
            hint={hint}
            error={wrong}
            value={comment}
            onChange={(value) => {
              setComment(value)
              // Shows an invalid value immediately, and a missing one only after sending.
              setWrong(value.trim() === '' ? undefined : (commentProblem(value) ?? undefined))
            }}
          />
        </>
      )}
    </AskDialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { actDialogWords as t } from '#words/admin/people/acts.ts'
import { messageOf } from '../client/api.ts'
import { recheckUser, refresh } from '../client/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogProps } from '../ui/overlays/dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { Panel } from '../ui/panel.tsx'
import { discardDraft, useDraftKey } from './drafts.ts'

export type AskDialogProps<T = unknown> = Pick<DialogProps, 'title' | 'width' | 'onClose'> & {
  /** `failed` is the message if the server gives none. */
  words: { confirm: string; doing: string; failed: string; discard?: string }
  /** False for a dialog without a close button in its corner. */
  closable?: boolean
  dangerous?: boolean | undefined
  /** True for a question without fields, as for dangerous acts. */
  question?: boolean | undefined
  /** Returns false if a field is invalid, which then shows its fault and receives the focus. */
  check?: (() => boolean) | undefined
  /** Performs the act. A rejection keeps the dialog open with its draft; so does false, if the server refused a field. */
  act: () => Promise<T | false>
  /**
   * Returns the message of success. The dialog then closes, and the page's data is requested again, also after a refusal:
   * the page behind then shows what another administrator changed. Without it, the act reports its own success.
   */
  done?: ((answer: T) => string) | undefined
  /** The name under which the input is stored (drafts.ts), until the act is done or the request is discarded. */
  draft?: string | undefined
  /** The buttons if there is nothing to confirm. */
  instead?: ReactNode
  /** The question, or the error that replaces it. */
  children: (failure: ReactNode) => ReactNode
}

/**
 * Asks before an act of the admin area, and performs it: every such dialog is this component. Mounted while it is open.
 */
export function AskDialog<T>(props: AskDialogProps<T>) {
  const {
    words,
    closable = true,
    dangerous = false,
    question = dangerous,
    check,
    act,
    done,
    draft,
    instead,
    children,
    ...dialog
  } = props
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const queries = useQueryClient()
  const toast = useToast()
  const id = useId()
  const key = useDraftKey(draft ?? '')
  const isDone = useRef(false)
  const isShown = useRef(true)

  // The browser would focus the button that closes the dialog.
  useEffect(() => {
    const fields = 'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled)'
    document.getElementById(id)?.querySelector<HTMLElement>(fields)?.focus()
  }, [id])

  useEffect(() => {
    if (refusals === 0) return
    const wrong = '[aria-invalid="true"], [data-invalid] input'
    document.getElementById(id)?.querySelector<HTMLElement>(wrong)?.focus()
  }, [id, refusals])

  // The draft is discarded after the dialog is gone: a field that is still shown would store its text again.
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      if (isDone.current) discardDraft(key)
    }
  }, [key])

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (check?.() === false) return setRefusals(refusals + 1)
    setBusy(true)
    try {
      const answer = await act()
      isDone.current = answer !== false
      if (answer === false) setRefusals(refusals + 1)
      if (isDone.current && !isShown.current) discardDraft(key)
      if (done && answer !== false) {
        dialog.onClose()
        toast({ tone: 'success', message: done(answer) })
      }
    } catch (error) {
      recheckUser(queries, error)
      setFailure(messageOf(error, words.failed))
      setRefusals(refusals + 1)
    }
    if (done) void refresh(queries)
    setBusy(false)
  }

  function discard() {
    discardDraft(key)
    dialog.onClose()
  }

  return (
    <Dialog
      {...dialog}
      open
      closeLabel={closable ? t.close : undefined}
      busy={busy}
      role={question ? 'alertdialog' : 'dialog'}
      actions={
        instead ?? (
          <>
            <Button variant="quiet" disabled={busy} onClick={discard}>
              {words.discard ?? t.discard}
            </Button>
            <Button
              type="submit"
              form={id}
              variant={dangerous ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={words.doing}
            >
              {words.confirm}
            </Button>
          </>
        )
      }
    >
      <form id={id} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {children(
          failure === undefined ? null : (
            <Panel tone="red" role="alert">
              <p>{failure}</p>
            </Panel>
          ),
        )}
      </form>
    </Dialog>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactNode, type SubmitEvent } from 'react'
import { messageOf } from '../client/api.ts'
import { recheckUser } from '../client/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, type DialogProps } from '../ui/overlays/dialog.tsx'
import { Panel } from '../ui/panel.tsx'

export type AskDialogProps = Pick<DialogProps, 'title' | 'closeLabel' | 'width' | 'onClose'> & {
  words: { confirm: string; doing: string; discard: string }
  dangerous?: boolean | undefined
  /** It asks rather than to be filled in, as what is dangerous always does. */
  question?: boolean | undefined
  /** The message where the server gives none. */
  failed: string
  /** False where a field is wrong, which then shows it. */
  check?: (() => boolean) | undefined
  /** Does it; a rejection keeps the dialog open, with what was typed. */
  act: () => Promise<unknown>
  /** The buttons where there is nothing to confirm. */
  instead?: ReactNode
  /** The question, or the error that replaces it. */
  children: (failure: ReactNode) => ReactNode
}

/** Asks before an act of the admin area, and does it: every such dialog is this one. Mounted while it is open. */
export function AskDialog(props: AskDialogProps) {
  const { words, dangerous = false, question = dangerous, failed, check, act, instead, children, ...dialog } = props
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const id = useId()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(undefined)
    if (check?.() === false) return
    setBusy(true)
    await act().catch((error: unknown) => {
      recheckUser(queries, error)
      setFailure(messageOf(error, failed))
    })
    setBusy(false)
  }

  return (
    <Dialog
      {...dialog}
      open
      busy={busy}
      role={question ? 'alertdialog' : 'dialog'}
      actions={
        instead ?? (
          <>
            <Button variant="quiet" disabled={busy} onClick={dialog.onClose}>
              {words.discard}
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

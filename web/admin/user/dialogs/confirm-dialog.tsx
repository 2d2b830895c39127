import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsWords } from '#words/admin/user.ts'
import { messageOf } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { orLookAgainWhoItIs, useRefreshAdmin } from '../../admin-call.ts'

type ConfirmDialogProps = {
  words: { title: string; confirm: string; doing: string; discard: string; done: string; failed: string }
  /** What will happen. */
  text: string
  act: () => Promise<unknown>
  onClose: () => void
}

/** Asks before an act that takes no reason, and does it. Mounted while it is open. */
export function ConfirmDialog({ words, text, act, onClose }: ConfirmDialogProps) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const refreshAdmin = useRefreshAdmin()
  const toast = useToast()

  async function confirm() {
    setFailure(undefined)
    setBusy(true)
    try {
      await orLookAgainWhoItIs(queries, act)
      onClose()
      toast({ tone: 'success', message: words.done })
    } catch (error) {
      setFailure(messageOf(error, words.failed))
      setBusy(false)
    }
    await refreshAdmin()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      closeLabel={detailsWords.close}
      role="alertdialog"
      busy={busy}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {words.discard}
          </Button>
          <Button busy={busy} busyLabel={words.doing} onClick={() => void confirm()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <p className="anywhere">{text}</p>
      {failure === undefined ? null : (
        <Panel tone="red" role="alert">
          <p>{failure}</p>
        </Panel>
      )}
    </Dialog>
  )
}

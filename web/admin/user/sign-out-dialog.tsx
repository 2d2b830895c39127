import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsWords } from '#words/admin-user.ts'
import { call, messageOf } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { orLookAgainWhoItIs, type AdminSubscriber } from '../admin-call.ts'

const say = detailsWords.signOut

/** Asks before it ends every session of a person. Mounted while it is open. */
export function SignOutDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()

  async function signOut() {
    setFailure(undefined)
    setBusy(true)
    try {
      const path = { id: person.id }
      await orLookAgainWhoItIs(queries, () => call('POST /api/v1/subscribers/{id}/sign-out', { path, body: {} }))
      onClose()
      toast({ tone: 'success', message: say.done })
    } catch (error) {
      setFailure(messageOf(error, say.failed))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={say.title}
      closeLabel={detailsWords.close}
      role="alertdialog"
      busy={busy}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {say.discard}
          </Button>
          <Button busy={busy} busyLabel={say.doing} onClick={() => void signOut()}>
            {say.action}
          </Button>
        </>
      }
    >
      <p>{say.lead}</p>
      {failure === undefined ? null : (
        <Panel tone="red" role="alert">
          <p>{failure}</p>
        </Panel>
      )}
    </Dialog>
  )
}

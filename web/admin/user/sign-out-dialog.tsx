import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { detailsWords } from '#words/admin-user.ts'
import { call, messageOf } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { orLookAgainWhoItIs, type AdminSubscriber } from '../admin-call.ts'

const t = detailsWords.signOut

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
      toast({ tone: 'success', message: t.done })
    } catch (error) {
      setFailure(messageOf(error, t.failed))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={detailsWords.close}
      role="alertdialog"
      busy={busy}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {t.discard}
          </Button>
          <Button busy={busy} busyLabel={t.doing} onClick={() => void signOut()}>
            {t.action}
          </Button>
        </>
      }
    >
      <p>{t.lead}</p>
      {failure === undefined ? null : (
        <Panel tone="red" role="alert">
          <p>{failure}</p>
        </Panel>
      )}
    </Dialog>
  )
}

import type { AccountAct } from '../../../../../contract/forms/account-forms.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { useRefresh } from '../../../../client/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { useToast } from '../../../../ui/overlays/toast.tsx'
import { AccountForm } from '../../account-form.tsx'

type EndButtonProps = {
  act: AccountAct & ('end-session' | 'sign-out-device' | 'sign-out-devices')
  list: 'GET /api/v1/account/sessions' | 'GET /api/v1/account/devices'
  id?: string
  label: string
  about?: string
  busyLabel: string
  done: string
  ended: () => void
}

/** Ends one session or device of a list, or several. */
export function EndButton({ act, list, id, label, about, busyLabel, done, ended }: EndButtonProps) {
  const refresh = useRefresh()
  const toast = useToast()

  async function show() {
    await refresh(list)
    toast({ tone: 'success', message: done })
    ended()
  }

  return (
    <AccountForm act={act} hidden={id === undefined ? {} : { id }} done={show} failed={accountSettingsWords.failed}>
      {(busy) => (
        <Button variant="quiet" size="small" type="submit" busy={busy} busyLabel={busyLabel}>
          {label}
          {about === undefined ? null : <span className="visually-hidden"> {about}</span>}
        </Button>
      )}
    </AccountForm>
  )
}

import { useRef } from 'react'
import type { AccountAct } from '../../../../../contract/forms/account-forms.ts'
import type { Output } from '../../../../../contract/contract.ts'
import { utcMinute } from '../../../../../i18n/calendar-words.ts'
import { deviceWords as t } from '#words/account/devices.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { useRefresh, useSuspenseCall } from '../../../../client/queries.ts'
import { Button } from '../../../../ui/button.tsx'
import { useToast } from '../../../../ui/overlays/toast.tsx'
import { AccountForm } from '../../account-form.tsx'
import { Setting } from '../setting.tsx'

type Device = Output<'GET /api/v1/account/devices'>[number]

/** Lists the computers on which the person is signed in to a program, and signs them out. */
export function DevicesSetting({ hasFiles }: { hasFiles: boolean }) {
  const devices = useSuspenseCall('GET /api/v1/account/devices')
  const list = useRef<HTMLUListElement>(null)
  const empty = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone afterwards, and after the last device the list is too.
  const ended = () => (list.current ?? empty.current)?.focus()
  return (
    <Setting whole title={t.title} text={t.text}>
      {devices.length === 0 ? (
        <p ref={empty} tabIndex={-1} className="soft">
          {t.empty}
        </p>
      ) : (
        <ul ref={list} className="sessions" tabIndex={-1} aria-label={t.title}>
          {devices.map((device) => (
            <DeviceLine key={device.id} device={device} ended={ended} />
          ))}
        </ul>
      )}
      {devices.length > 1 ? (
        <div className="cluster">
          <EndButton act="sign-out-devices" label={t.endAll} done={t.allEnded} ended={ended} />
        </div>
      ) : null}
      {hasFiles ? (
        <p>
          <a href="/device/file">{t.file}</a>
        </p>
      ) : null}
    </Setting>
  )
}

function DeviceLine({ device, ended }: { device: Device; ended: () => void }) {
  const { id, product, name, system, version, approved, lastSeen, leaseUntil } = device
  const shown = name || t.unnamed
  return (
    <li>
      <div>
        <p className="strong anywhere">{shown}</p>
        <p className="fine-print anywhere">{[product, version, system].filter(Boolean).join(', ')}</p>
        <p className="fine-print">
          {t.approved(utcMinute(approved))}, {t.lastSeen(utcMinute(lastSeen))}
        </p>
        {leaseUntil === null ? null : <p className="fine-print">{t.leaseUntil(utcMinute(leaseUntil))}</p>}
      </div>
      <EndButton act="sign-out-device" id={id} label={t.end} about={shown} done={t.ended} ended={ended} />
    </li>
  )
}

type EndButtonProps = {
  act: AccountAct & ('sign-out-device' | 'sign-out-devices')
  id?: string
  label: string
  about?: string
  done: string
  ended: () => void
}

/** Signs out the device named, or all devices. */
function EndButton({ act, id, label, about, done, ended }: EndButtonProps) {
  const refresh = useRefresh()
  const toast = useToast()

  async function show() {
    await refresh('GET /api/v1/account/devices')
    toast({ tone: 'success', message: done })
    ended()
  }

  return (
    <AccountForm act={act} hidden={id === undefined ? {} : { id }} done={show} failed={accountSettingsWords.failed}>
      {(busy) => (
        <Button variant="quiet" size="small" type="submit" busy={busy} busyLabel={t.ending}>
          {label}
          {about === undefined ? null : <span className="visually-hidden"> {about}</span>}
        </Button>
      )}
    </AccountForm>
  )
}

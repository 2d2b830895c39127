import { useRef } from 'react'
import type { Output } from '../../../../../contract/contract.ts'
import { utcMinute } from '../../../../../i18n/calendar-words.ts'
import { deviceWords as t } from '#words/account/devices.ts'
import { useSuspenseCall } from '../../../../client/queries.ts'
import { Setting } from '../setting.tsx'
import { EndButton } from './end-button.tsx'

const ends = { list: 'GET /api/v1/account/devices', busyLabel: t.ending } as const
type Device = Output<'GET /api/v1/account/devices'>[number]

/** Lists the computers on which the person is signed in to a program, and signs them out. */
export function DevicesSetting({ hasFiles }: { hasFiles: boolean }) {
  const devices = useSuspenseCall('GET /api/v1/account/devices')
  const shown = useRef<HTMLDivElement>(null)
  // The pressed button is gone afterwards, and after the last device the list is too.
  const ended = () => shown.current?.focus()
  return (
    <Setting whole title={t.title} text={t.text}>
      <div ref={shown} tabIndex={-1}>
        {devices.length === 0 ? (
          <p className="soft">{t.empty}</p>
        ) : (
          <ul className="sessions" aria-label={t.title}>
            {devices.map((device) => (
              <DeviceLine key={device.id} device={device} ended={ended} />
            ))}
          </ul>
        )}
      </div>
      {devices.length > 1 ? (
        <div className="cluster">
          <EndButton {...ends} act="sign-out-devices" label={t.endAll} done={t.allEnded} ended={ended} />
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
      <EndButton {...ends} act="sign-out-device" id={id} label={t.end} about={shown} done={t.ended} ended={ended} />
    </li>
  )
}

import { useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { personDeviceWords as t } from '#words/admin/people/devices.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useAdminCall, type AdminSubscriber } from '../admin-call.ts'
import { AdminEmpty, AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { Table } from '../lists/table.tsx'
import { useLanding } from '../lists/use-landing.ts'
import { CellMoment } from '../moment.tsx'
import { useIsSelf } from '../use-role.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

const name = 'GET /api/v1/subscribers/{id}/devices'
type Device = Output<typeof name>[number]

/** Lists the computers on which a person is signed in to a program, and those recently signed out. */
export function UserDevices({ person }: { person: AdminSubscriber }) {
  const { id } = person
  const isOwn = useIsSelf()(person)
  const query = useAdminCall(name, { path: { id } })
  const [leaving, setLeaving] = useState<Device | null>(null)
  const heading = useLanding(leaving !== null)
  return (
    <AdminSection heading={t.heading} help="computers" headingRef={heading} count={query.data?.length}>
      {(headingId) => (
        <>
          <Loaded query={query} waiting={<TableSkeleton />} empty={<AdminEmpty>{t.empty}</AdminEmpty>}>
            {(devices) => (
              <Table
                label={headingId}
                className="table--wraps"
                columns={[t.name, t.product, t.approved, t.lastSeen, t.leaseUntil, t.state, t.actions]}
              >
                {devices.map((device) => (
                  <DeviceRow key={device.id} device={device} signOut={isOwn ? null : () => setLeaving(device)} />
                ))}
              </Table>
            )}
          </Loaded>
          {leaving ? <SignOutDialog subscriber={id} device={leaving} onClose={() => setLeaving(null)} /> : null}
        </>
      )}
    </AdminSection>
  )
}

const called = (device: Device) => device.name || t.unnamed

function DeviceRow({ device, signOut }: { device: Device; signOut: (() => void) | null }) {
  const { product, system, version, approved, lastSeen, leaseUntil, signedOut, signedOutBy } = device
  return (
    <tr>
      <th scope="row" className="table__who">
        {called(device)}
        <div className="small soft">{[system, version].filter(Boolean).join(', ')}</div>
      </th>
      <td className="table__who">{product}</td>
      <td className="table__short">
        <CellMoment at={approved} />
      </td>
      <td className="table__short">
        <CellMoment at={lastSeen} withTime />
      </td>
      <td className="table__short">{leaseUntil === null ? detailsWords.none : <CellMoment at={leaseUntil} />}</td>
      <td className="table__who">
        {signedOut === null ? (
          <StatusBadge tone="green" word={t.signedIn} />
        ) : (
          <>
            <StatusBadge tone="grey" word={t.signedOut[signedOutBy ?? 'owner']} />
            <div className="small soft">
              <CellMoment at={signedOut} />
            </div>
          </>
        )}
      </td>
      <td>
        {signedOut === null && signOut ? (
          <Button variant="quiet" size="small" onClick={signOut} aria-label={t.signOut.about(called(device))}>
            {t.signOut.button}
          </Button>
        ) : null}
      </td>
    </tr>
  )
}

function SignOutDialog({ subscriber, device, onClose }: { subscriber: string; device: Device; onClose: () => void }) {
  const words = t.signOut
  const path = { id: subscriber, device: device.id }
  return (
    <ReasonDialog
      title={words.title(called(device))}
      words={words}
      draft={`sign-out ${device.id}`}
      text={
        <>
          <p>
            {words.online} {device.leaseUntil === null ? null : words.offline(utcMinute(device.leaseUntil))}
          </p>
          <p>{words.effect}</p>
        </>
      }
      dangerous
      act={(comment) => call('POST /api/v1/subscribers/{id}/devices/{device}/sign-out', { path, body: { comment } })}
      done={() => words.done(called(device))}
      onClose={onClose}
    />
  )
}

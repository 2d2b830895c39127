import { useRef, useState } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { useRefresh } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useAdminCall } from '../admin-call.ts'
import { AdminEmpty, AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { Table } from '../lists/table.tsx'
import { useLanding } from '../lists/use-landing.ts'
import { CellMoment } from '../moment.tsx'
import { ConfirmDialog } from '../user/dialogs/confirm-dialog.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const t = connectWords.keys
type Key = Output<'GET /api/v1/keys'>[number]
type Act = 'rotate' | 'takeOver' | 'revoke'

const tones: Record<Key['state'], Tone> = { active: 'green', stopped: 'amber', expired: 'grey', revoked: 'grey' }
const actsOf: Record<Key['state'], readonly Act[]> = {
  active: ['rotate', 'revoke'],
  stopped: ['takeOver', 'revoke'],
  expired: [],
  revoked: [],
}

/** The API keys, with their acts. */
export function Keys() {
  const query = useAdminCall('GET /api/v1/keys')
  const [asking, setAsking] = useState<{ act: Act; row: Key } | 'create' | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const confirmFirst = useConfirmFirst()
  const refresh = useRefresh()
  const heading = useLanding(asking !== null || shown !== null)
  const show = (key: string) => {
    setAsking(null)
    setShown(key)
  }

  return (
    <AdminSection heading={t.heading} headingRef={heading} count={query.data?.length}>
      {(headingId) => (
        <>
          <p>
            <Button variant="quiet" size="small" onClick={() => confirmFirst(() => setAsking('create'))}>
              {t.create.button}
            </Button>
          </p>
          <Loaded
            query={query}
            waiting={<TableSkeleton />}
            empty={<AdminEmpty title={t.empty}>{t.emptyHint}</AdminEmpty>}
          >
            {(keys) => (
              <Table label={headingId} className="table--wraps table--pinned" columns={t.columns}>
                {keys.map((row) => (
                  <KeyRow key={row.id} row={row} ask={(act) => confirmFirst(() => setAsking({ act, row }))} />
                ))}
              </Table>
            )}
          </Loaded>
          {asking === 'create' ? (
            <KeyDialog
              onClose={() => setAsking(null)}
              onDone={(key) => {
                show(key)
                void refresh()
              }}
            />
          ) : asking ? (
            <KeyActDialog {...asking} onShow={show} onClose={() => setAsking(null)} />
          ) : null}
          {shown === null ? null : <SecretDialog {...t.shown} secret={shown} onClose={() => setShown(null)} />}
        </>
      )}
    </AdminSection>
  )
}

function KeyRow({ row, ask }: { row: Key; ask: (act: Act) => void }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{row.name}</bdi> <code className="soft small">{row.id}</code>
      </th>
      <td>
        <StatusBadge tone={tones[row.state]} word={t.states[row.state]} />
      </td>
      <td>{row.scopes.map((scope) => t.scopeNames[scope]).join(', ')}</td>
      <td>{row.createdBy ?? connectWords.none}</td>
      <td>{row.lastUsedAt === null ? t.never : <CellMoment at={row.lastUsedAt} withTime />}</td>
      <td>
        <CellMoment at={row.expiresAt} />
      </td>
      <td>
        <div className="cluster">
          {actsOf[row.state].map((act) => (
            <Button
              key={act}
              size="small"
              variant="quiet"
              aria-label={t.about(t[act].button, row.name)}
              onClick={() => ask(act)}
            >
              {t[act].button}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  )
}

type KeyActProps = { act: Act; row: Key; onShow: (key: string) => void; onClose: () => void }

function KeyActDialog({ act, row: { id, name }, onShow, onClose }: KeyActProps) {
  const words = t[act]
  const path = { id }
  const made = useRef<string>(undefined)
  async function carryOut() {
    if (act === 'rotate') made.current = (await call('POST /api/v1/keys/{id}/rotate', { path, body: {} })).key
    else if (act === 'takeOver') await call('POST /api/v1/keys/{id}/take-over', { path, body: {} })
    else await call('DELETE /api/v1/keys/{id}', { path })
  }
  return (
    <ConfirmDialog
      words={{ ...words, confirm: words.button, discard: connectWords.cancel }}
      text={words.text(name)}
      dangerous={act === 'revoke'}
      act={carryOut}
      onClose={() => (made.current === undefined ? onClose() : onShow(made.current))}
    />
  )
}

import { useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { administratorRole, supportRole } from '../../../../domain/account/role.ts'
import { language } from '#words/locale.ts'
import { roleWords } from '#words/admin/settings/roles.ts'
import { teamWords as t } from '#words/admin/settings/team.ts'
import { call } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useAdminCall } from '../../admin-call.ts'
import { AdminSection, TableSkeleton } from '../../admin-section.tsx'
import { Loaded } from '../../loaded.tsx'
import { useConfirmFirst } from '../../confirm-first.tsx'
import { Table } from '../../lists/table.tsx'
import { useLanding } from '../../lists/use-landing.ts'
import { CellMoment } from '../../moment.tsx'
import { ConfirmDialog } from '../../user/dialogs/confirm-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'

type Member = Output<'GET /api/v1/settings/team'>['members'][number]
type Act = 'again' | 'promote' | 'demote' | 'end'

/** Lists everyone with a role in the admin area, with the possible actions for each. */
export function Team() {
  const query = useAdminCall('GET /api/v1/settings/team')
  const { data } = query
  const [asking, setAsking] = useState<{ act: Act; member: Member } | 'invite' | null>(null)
  const confirmFirst = useConfirmFirst()
  const heading = useLanding(asking !== null)
  const isDecidedHere = data?.decidedBy === null
  const close = () => setAsking(null)
  return (
    <AdminSection heading={t.heading} headingRef={heading} count={data?.members.length}>
      {(headingId) => (
        <>
          <div className="cluster cluster--apart">
            <p className="soft small anywhere">{data?.decidedBy ? t.elsewhere(data.decidedBy) : t.lead}</p>
            {isDecidedHere ? (
              <Button variant="quiet" size="small" onClick={() => confirmFirst(() => setAsking('invite'))}>
                {t.invite.button}
              </Button>
            ) : null}
          </div>
          <Loaded query={query} waiting={<TableSkeleton />}>
            {({ members }) => (
              <Table
                label={headingId}
                className="table--wraps table--stacked"
                columns={isDecidedHere ? t.columns : t.columnsElsewhere}
              >
                {members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    ask={isDecidedHere ? (act) => confirmFirst(() => setAsking({ act, member })) : null}
                  />
                ))}
              </Table>
            )}
          </Loaded>
          {data?.members.map(({ id, email, setBy }) =>
            setBy === null ? null : (
              <p key={id} className="soft small anywhere">
                {t.about(email, t.setBy[setBy])}
              </p>
            ),
          )}
          {asking === 'invite' ? (
            <InviteDialog onClose={close} />
          ) : asking ? (
            <ActDialog {...asking} onClose={close} />
          ) : null}
        </>
      )}
    </AdminSection>
  )
}

/**
 * Returns the actions for a member of the team. Administrators can change neither their own role nor one that
 * ADMIN_SUBJECTS sets.
 */
function actsOf({ isCaller, setBy, state, role }: Member): Act[] {
  if (isCaller || setBy === 'ADMIN_SUBJECTS') return []
  return [
    ...(state === 'invited' ? (['again'] as const) : []),
    role === administratorRole ? 'demote' : 'promote',
    'end',
  ]
}

function MemberRow({ member, ask }: { member: Member; ask: ((act: Act) => void) | null }) {
  const { email, role, state, isCaller, lastSignIn } = member
  return (
    <tr>
      <th scope="row" className="table__who">
        {email}
        {isCaller ? <span className="soft"> ({t.you})</span> : null}
      </th>
      <td>{roleWords[role]}</td>
      <td>
        {state === 'invited' ? (
          <span data-tip={t.invitedHint}>
            <StatusBadge tone="amber" word={t.invited} />
          </span>
        ) : lastSignIn === null ? (
          <span className="soft">{t.unknown}</span>
        ) : (
          <CellMoment at={lastSignIn} withTime />
        )}
      </td>
      {ask === null ? null : (
        <td className="table__long">
          <div className="cluster cluster--line">
            {actsOf(member).map((act) => (
              <Button
                key={act}
                size="small"
                variant="quiet"
                aria-label={t.about(t[act].button, email)}
                onClick={() => ask(act)}
              >
                {t[act].button}
              </Button>
            ))}
          </div>
        </td>
      )}
    </tr>
  )
}

function ActDialog({ act, member, onClose }: { act: Act; member: Member; onClose: () => void }) {
  const { id, email } = member
  const words = t[act]
  const path = { id }
  function carryOut() {
    if (act === 'end') return call('DELETE /api/v1/settings/team/{id}', { path })
    if (act === 'again') return call('POST /api/v1/settings/team/{id}/invitation', { path, body: { language } })
    const wanted = act === 'promote' ? administratorRole : supportRole
    return call('POST /api/v1/settings/team/{id}', { path, body: { role: wanted } })
  }
  return (
    <ConfirmDialog
      words={{ ...words, confirm: words.button, discard: t.cancel }}
      text={words.text(email)}
      dangerous={act === 'end'}
      act={carryOut}
      onClose={onClose}
    />
  )
}

import { useState, type MouseEvent } from 'react'
import type { Entry } from '../../../contract/screens.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { adminWords } from '#words/admin/admin.ts'
import { acts as actRows, type SubscriptionAct } from '../../../domain/subscription/acts.ts'
import type { SubscriptionRow as ListedSubscription } from '../acts/rows.ts'
import { useSubscriptionActs } from '../acts/subscription-acts.tsx'
import { ContextMenu } from '../../ui/overlays/context-menu.tsx'
import { AdminIcon } from '../admin-icon.tsx'
import { useRefresh } from '../../client/queries.ts'
import { useAdminCall, type AdminSubscriber } from '../admin-call.ts'
import { AdminEmpty, AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Table } from '../lists/table.tsx'
import { Loaded } from '../loaded.tsx'
import { CellMoment } from '../moment.tsx'
import { isBilled } from '../../billing/payment.ts'
import { StatusMark } from '../billing/status-mark.tsx'
import { useActsOf } from '../use-role.ts'
import { UserHistory } from './history/user-history.tsx'
import { UserInvoices } from './user-invoices.tsx'
import { UserPayments } from './user-payments.tsx'

const t = detailsWords.subscriptions
const columns = [t.plan, t.type, t.days, t.status, t.created, t.start, t.end, t.comment, t.actions]

/** Lists current and past subscriptions, newest first, with their actions and history. */
export function UserSubscriptions({ person }: { person: AdminSubscriber }) {
  const input = { query: { id: person.id } }
  const query = useAdminCall('GET /api/v1/subscriptions/user', input)
  const refresh = useRefresh()
  const acts = useSubscriptionActs({ onGone: () => void refresh() })
  const entries = query.data?.subscriptions
  return (
    <>
      <AdminSection heading={t.heading} help="trials-and-plans" count={entries?.length}>
        {(headingId) => (
          <Loaded query={query} waiting={<TableSkeleton />}>
            {({ subscriptions }) =>
              subscriptions.length === 0 ? (
                <AdminEmpty>{t.empty}</AdminEmpty>
              ) : (
                <Table
                  label={headingId}
                  className="table--pinned"
                  columns={columns}
                  numbers={[t.days]}
                  hidden={t.actions}
                >
                  {subscriptions.map((entry) => (
                    <SubscriptionRow
                      key={entry.subscription.id}
                      row={rowOf(entry, person)}
                      begin={(act) => acts.begin(act, rowOf(entry, person))}
                    />
                  ))}
                </Table>
              )
            }
          </Loaded>
        )}
      </AdminSection>
      {entries ? (
        <>
          <UserPayments
            rows={entries.map((entry) => rowOf(entry, person))}
            refund={(row) => acts.begin('refund', row)}
          />
          <UserHistory person={person} entries={entries} />
          <UserInvoices
            person={person}
            rows={entries.map((entry) => rowOf(entry, person)).filter(({ payment }) => isBilled(payment))}
            refund={acts.refund}
          />
        </>
      ) : null}
      {acts.dialog}
    </>
  )
}

/** Converts a subscription to a row of the users list, so that both pages offer the same actions. */
function rowOf({ plan, subscription }: Entry, subscriber: AdminSubscriber): ListedSubscription {
  return { ...subscription, latestComment: subscription.latestComment ?? null, plan, subscriber }
}

type RowProps = { row: ListedSubscription; begin: (act: SubscriptionAct) => void }

/** Renders a row whose actions open by a right click or by the button at its end. */
function SubscriptionRow({ row, begin }: RowProps) {
  const { plan, status, createdDate, startDate, endDate, latestComment } = row
  const { acts: offered, note } = useActsOf()(row)
  const [menuAt, setMenuAt] = useState<{ left: number; top: number } | null>(null)

  function openAtPointer(event: MouseEvent) {
    event.preventDefault()
    // A menu that was opened by a key has no pointer position.
    const { left, bottom } = event.currentTarget.getBoundingClientRect()
    setMenuAt(event.clientX > 0 ? { left: event.clientX, top: event.clientY } : { left, top: bottom })
  }

  function openByButton({ currentTarget }: MouseEvent) {
    const { left, bottom } = currentTarget.getBoundingClientRect()
    setMenuAt({ left, top: bottom })
  }

  return (
    <tr onContextMenu={openAtPointer} aria-selected={menuAt ? true : undefined}>
      <th scope="row">{plan.title}</th>
      <td>{adminWords.type[plan.type]}</td>
      <td className="number">{plan.durationInDays ?? detailsWords.none}</td>
      <td>
        <StatusMark status={status} payment={row.payment} />
      </td>
      <td>
        <CellMoment at={createdDate} />
      </td>
      <td>
        <CellMoment at={startDate} />
      </td>
      <td>
        <CellMoment at={endDate} />
      </td>
      <td>
        {latestComment ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard could not read the whole comment
          <span className="cut" tabIndex={0}>
            {latestComment}
          </span>
        ) : (
          detailsWords.none
        )}
      </td>
      <td className="table__menu">
        <button
          type="button"
          className="icon-button"
          aria-label={t.actionsOf(plan.title)}
          aria-haspopup="menu"
          aria-expanded={menuAt !== null}
          onClick={openByButton}
        >
          <AdminIcon name="more" />
        </button>
        {menuAt ? (
          <ContextMenu
            label={t.actionsOf(plan.title)}
            at={menuAt}
            items={offered.map((act) => ({
              label: actWords[act].action,
              dangerous: actRows[act].dangerous,
              onSelect: () => begin(act),
            }))}
            note={note}
            onClose={() => setMenuAt(null)}
          />
        ) : null}
      </td>
    </tr>
  )
}

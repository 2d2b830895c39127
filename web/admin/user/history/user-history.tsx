import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Entry } from '../../../../contract/screens.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { personWords } from '#words/admin/people/person.ts'
import type { PaymentLine } from '../../../billing/invoice-text.ts'
import { isBilled } from '../../../billing/payment.ts'
import { useFailure, useRefresh } from '../../../client/queries.ts'
import { useAdminPages } from '../../admin-pages.ts'
import { adminQuery, type AdminSubscriber } from '../../admin-call.ts'
import { Chip } from '../../chip.tsx'
import { ListEnd } from '../../lists/list-end.tsx'
import { MailText } from './mail-text.tsx'
import { AdminError, AdminEmpty, AdminSection, ScrollFrame, TableSkeleton } from '../../admin-section.tsx'
import {
  historyColumns,
  historyKinds,
  historyRows,
  inOrder,
  pressed,
  type HistoryKind,
  type HistoryOrder,
  type HistoryRow,
} from './history-rows.ts'
import { useIsSelf } from '../../use-role.ts'
import { CellMoment } from '../../moment.tsx'
import { SortHeader } from '../../lists/sort-header.tsx'

const t = detailsWords.history
const { timeline } = personWords

/** How often, in ms, the page checks whether a refund has completed. */
const refundInterval = 3000
const isUnderWay = ({ kind, state }: PaymentLine) => kind === 'refund' && state === 'pending'

/**
 * Requests everything again whenever a refund completes, because earlier responses may lack the refund or its effects.
 */
function useRefreshAfterRefunds(settled: number | undefined): void {
  const refresh = useRefresh()
  const before = useRef(settled)
  useEffect(() => {
    if (before.current !== undefined && settled !== undefined && settled > before.current) void refresh()
    before.current = settled ?? before.current
  }, [settled, refresh])
}

/** Returns how many refunds have completed; undefined until all payments have been requested. */
function settledRefunds(paid: readonly (readonly PaymentLine[] | undefined)[]): number | undefined {
  if (paid.includes(undefined)) return undefined
  return paid.flatMap((rows) => rows ?? []).filter((row) => row.kind === 'refund' && !isUnderWay(row)).length
}

/**
 * Lists the events of a subscriber: subscriptions, payments, emails, sign-ins, downloads, checks, and acts on the
 * person.
 */
export function UserHistory({ person, entries }: { person: AdminSubscriber; entries: readonly Entry[] }) {
  const asked = useQueries({
    queries: entries.map(({ subscription: { id } }) =>
      adminQuery('GET /api/v1/subscriptions/events/{id}', { path: { id } }),
    ),
  })
  const paid = useQueries({
    queries: entries.map(({ subscription: { id, payment } }) => ({
      ...adminQuery('GET /api/v1/subscriptions/payments/{id}', { path: { id } }),
      enabled: isBilled(payment),
      refetchInterval: ({ state: { data } }: { state: { data?: readonly PaymentLine[] | undefined } }) =>
        data?.some(isUnderWay) ? refundInterval : false,
    })),
  })
  const activity = useActivity(person.id)
  const isOwn = useIsSelf()(person)
  const activities = activity.data
  const billed = paid.filter((_, index) => entries[index] && isBilled(entries[index].subscription.payment))
  useRefreshAfterRefunds(settledRefunds(billed.map(({ data }) => data)))
  const needed = [activity, ...asked, ...billed]
  const missing = needed.filter(({ data }) => data === undefined)
  const failure = useFailure({
    data: missing.length > 0 ? undefined : needed,
    error: missing.find(({ error }) => error !== null)?.error ?? null,
  })
  const askAgain = () => {
    for (const { refetch } of missing) void refetch()
  }
  return (
    <AdminSection heading={t.heading}>
      {(headingId) =>
        failure ? (
          <AdminError error={failure} retry={askAgain} busy={missing.some(({ isFetching }) => isFetching)} />
        ) : missing.length > 0 ? (
          <TableSkeleton />
        ) : (
          <>
            <HistoryTable
              rows={historyRows(
                entries,
                asked.map(({ data }) => data ?? []),
                paid.map(({ data }) => data ?? []),
                activities,
              )}
              headingId={headingId}
              mayRepeat={!isOwn}
            />
            <ListEnd query={activity} more={timeline.more} />
          </>
        )
      }
    </AdminSection>
  )
}

function useActivity(id: string) {
  const name = 'GET /api/v1/subscribers/{id}/activity'
  return useAdminPages(name, { path: { id } }, (items) =>
    items.some(({ mail }) => mail?.state === 'waiting') ? refundInterval : false,
  )
}

type TableProps = {
  rows: readonly HistoryRow[]
  headingId: string
  /** Whether the viewer may send an email again. */
  mayRepeat: boolean
}

function HistoryTable({ rows, headingId, mayRepeat }: TableProps) {
  const [order, setOrder] = useState<HistoryOrder>({ column: 'date', descending: true })
  const [shown, setShown] = useState<HistoryKind | 'all'>('all')
  const ordered = useMemo(
    () =>
      inOrder(
        rows.filter(({ kind }) => shown === 'all' || kind === shown),
        order,
      ),
    [rows, order, shown],
  )
  if (rows.length === 0) return <AdminEmpty>{t.empty}</AdminEmpty>
  return (
    <>
      <div role="group" aria-label={timeline.show} className="chips">
        {(['all', ...historyKinds] as const).map((kind) => (
          <Chip key={kind} on={shown === kind} onPress={() => setShown(kind)}>
            {timeline.filters[kind]}
          </Chip>
        ))}
      </div>
      {ordered.length === 0 ? (
        <AdminEmpty>{timeline.none}</AdminEmpty>
      ) : (
        <ScrollFrame label={headingId} tall>
          <table className="table table--wraps table--history table--stacked" aria-labelledby={headingId}>
            <thead>
              <tr>
                {historyColumns.map((column) => (
                  <SortHeader
                    key={column}
                    label={t[column]}
                    sorted={order.column === column ? (order.descending ? 'descending' : 'ascending') : undefined}
                    onPress={() => setOrder((before) => pressed(before, column))}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {ordered.map(({ key, at, user, words, comment, note, plan, mail }) => (
                <tr key={key}>
                  <td className="table__short">
                    <CellMoment at={at} withTime />
                  </td>
                  <td className="table__who">{user}</td>
                  <td className="table__long">
                    {words}
                    {comment ? <span className="soft as-written"> — {comment}</span> : null}
                    {note ? <div className="fine-print">{note}</div> : null}
                    {plan ? <div className="fine-print">{plan}</div> : null}
                    {mail ? <MailText mail={mail} mayRepeat={mayRepeat} /> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
    </>
  )
}

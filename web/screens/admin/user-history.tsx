import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Entry } from '../../../core/screens.ts'
import { detailsWords } from '#words/desk-details.ts'
import { deskQuery } from './desk-call.ts'
import { DeskFault, DeskNothing, DeskPart, ScrollFrame, TableSkeleton } from './desk-part.tsx'
import { historyColumns, historyRows, inOrder, pressed, type HistoryOrder, type HistoryRow } from './history-rows.ts'
import { CellMoment } from './moment.tsx'
import { SortHeader } from './sort-header.tsx'

const say = detailsWords.history

/** What happened to all of somebody's subscriptions. */
export function UserHistory({ entries }: { entries: readonly Entry[] }) {
  const queries = useQueryClient()
  const asked = useQueries({
    queries: entries.map(({ subscription: { id } }) =>
      deskQuery(queries, 'GET /api/v1/subscriptions/events/{id}', { path: { id } }),
    ),
  })
  const failed = asked.find(({ error, data }) => error !== null && data === undefined)
  const askAgain = () => {
    for (const { data, refetch } of asked) if (data === undefined) void refetch()
  }
  const waiting = asked.some(({ data }) => data === undefined)
  return (
    <DeskPart heading={say.heading}>
      {(headingId) =>
        failed ? (
          <DeskFault error={failed.error} retry={askAgain} busy={asked.some(({ isFetching }) => isFetching)} />
        ) : waiting ? (
          <TableSkeleton />
        ) : (
          <HistoryTable
            rows={historyRows(
              entries,
              asked.map(({ data }) => data ?? []),
            )}
            headingId={headingId}
          />
        )
      }
    </DeskPart>
  )
}

function HistoryTable({ rows, headingId }: { rows: readonly HistoryRow[]; headingId: string }) {
  const [order, setOrder] = useState<HistoryOrder>({ column: 'date', descending: true })
  const ordered = useMemo(() => inOrder(rows, order), [rows, order])
  if (rows.length === 0) return <DeskNothing>{say.empty}</DeskNothing>
  return (
    <ScrollFrame label={headingId} tall>
      <table className="table table--wraps table--history" aria-labelledby={headingId}>
        <thead>
          <tr>
            {historyColumns.map((column) => (
              <SortHeader
                key={column}
                label={say[column]}
                sorted={order.column === column ? (order.descending ? 'descending' : 'ascending') : undefined}
                onPress={() => setOrder((before) => pressed(before, column))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ key, at, user, words, comment, plan }) => (
            <tr key={key}>
              <td className="table__short">
                <CellMoment at={at} />
              </td>
              <td className="table__who">{user}</td>
              <td className="table__long">
                {words}
                {comment ? <span className="soft as-written"> — {comment}</span> : null}
                {plan ? <div className="fine-print">{plan}</div> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

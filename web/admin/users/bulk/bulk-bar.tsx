import { useEffect, useRef, useState } from 'react'
import { maxSelected } from '../../../../domain/subscription/subscription-list.ts'
import { bulkWords as t } from '#words/admin/people/bulk.ts'
import { messageOf } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { listEntry, usersAddress, type Criteria } from '../users-place.ts'
import { allRows } from './all-rows.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { AdminRow } from '../../acts/rows.ts'
import { useConfirmFirst } from '../../confirm-first.tsx'
import { bulkActs, bulkWordsOf, isPersonAct, type BulkAct } from './bulk-acts.ts'
import { countOutside } from './rows-in-view.ts'
import type { Selection, View } from './selection.ts'

type BulkBarProps = {
  selection: Selection
  view: View
  /** The criteria of the rows shown; null until the first rows arrive. */
  criteria: Criteria | null
  /** How many rows the list has; null while the exact number is unknown. */
  total: number | null
}

/** Offers the actions for the selected rows; renders nothing if none is selected. */
export function BulkBar({ selection, view, criteria, total }: BulkBarProps) {
  const [act, setAct] = useState<BulkAct | null>(null)
  const { rows, has, isFull } = selection
  const status = useRef<HTMLParagraphElement>(null)
  const [added, setAdded] = useState<{ key: string; rows: readonly AdminRow[] } | null>(null)
  const key = criteria && usersAddress('', criteria)
  const hasAll = view.whole || (added !== null && added.key === key && added.rows.every(has))
  const confirmFirst = useConfirmFirst()
  const begin = (next: BulkAct) => (isPersonAct(next) ? setAct(next) : confirmFirst(() => setAct(next)))
  const more = view.rows.filter((row) => !has(row)).length
  const outside = countOutside(rows, view)
  const isShown = rows.length > 0
  const wasShown = useRef(isShown)
  // The focus is lost with the bar.
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body)
      document.querySelector<HTMLElement>(listEntry)?.focus()
    wasShown.current = isShown
  }, [isShown])
  if (!isShown) return null
  return (
    <section className="bulk-bar" aria-label={t.bar}>
      <p ref={status} role="status" className="strong tabular" tabIndex={-1}>
        {outside === 0 ? t.selected(rows.length) : t.selectedOutside(rows.length, outside)}
      </p>
      {isFull ? <p className="soft small">{t.limit(maxSelected)}</p> : null}
      {more > 0 && rows.length + more <= maxSelected ? (
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            selection.add(view.rows)
            status.current?.focus()
          }}
        >
          {view.whole ? t.selectAll(view.rows.length) : t.selectInView(view.rows.length)}
        </Button>
      ) : null}
      {hasAll || isFull || criteria === null || key === null ? null : (
        <SelectAll
          key={key}
          criteria={criteria}
          total={total}
          onRows={(all, isFocused) => {
            selection.add(all)
            setAdded({ key, rows: all })
            // The button disappears, so the focus moves to the status.
            if (isFocused) status.current?.focus()
          }}
        />
      )}
      <div className="cluster bulk-bar__acts">
        {bulkActs.map((one) => (
          <Button key={one} variant="quiet" size="small" onClick={() => begin(one)}>
            {bulkWordsOf(one).button}
          </Button>
        ))}
      </div>
      <Button variant="quiet" size="small" onClick={selection.clear}>
        {t.clear}
      </Button>
      {act && <BulkDialog act={act} rows={rows} onClose={() => setAct(null)} onDone={selection.clear} />}
    </section>
  )
}

type SelectAllProps = {
  criteria: Criteria
  total: number | null
  /** `isFocused`: the button has the focus. */
  onRows: (rows: readonly AdminRow[], isFocused: boolean) => void
}

/**
 * Selects every row of the list, including rows that were never scrolled to. If the list exceeds the maximum, selects
 * its first rows.
 */
function SelectAll({ criteria, total, onRows }: SelectAllProps) {
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const button = useRef<HTMLButtonElement>(null)

  async function selectAll() {
    setBusy(true)
    try {
      const rows = await allRows(criteria)
      // The button is gone if the list has changed or the selection was cleared meanwhile; the rows are then no longer
      // wanted.
      if (button.current) onRows(rows, document.activeElement === button.current)
    } catch (error) {
      if (button.current) toast({ tone: 'error', message: messageOf(error, t.selectFailed) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button ref={button} variant="quiet" size="small" busy={busy} onClick={() => void selectAll()}>
      {total !== null && total <= maxSelected ? t.selectAll(total) : t.selectFirst(maxSelected)}
    </Button>
  )
}

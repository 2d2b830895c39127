import { useState } from 'react'
import { maxBulk } from '../../../../domain/subscription/subscription-list.ts'
import { bulkWords as t } from '#words/admin/bulk.ts'
import { Button } from '../../../ui/button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { useConfirmFirst } from '../../confirm-first.tsx'
import { bulkActs, bulkWordsOf, isPersonAct, type BulkAct } from './bulk-acts.ts'
import type { Selection, View } from './selection.ts'

/** What can be done with the selected lines; nothing while none is selected. */
export function BulkBar({ selection, view }: { selection: Selection; view: View }) {
  const [act, setAct] = useState<BulkAct | null>(null)
  const { rows, has, isFull } = selection
  const confirmFirst = useConfirmFirst()
  const begin = (next: BulkAct) => (isPersonAct(next) ? setAct(next) : confirmFirst(() => setAct(next)))
  const more = view.rows.filter((row) => !has(row)).length
  if (rows.length === 0) return null
  return (
    <section className="bulk-bar" aria-label={t.bar}>
      <p role="status" className="strong tabular">
        {t.selected(rows.length)}
      </p>
      {isFull ? <p className="soft small">{t.limit(maxBulk)}</p> : null}
      {more > 0 && rows.length + more <= maxBulk ? (
        <Button variant="quiet" size="small" onClick={() => selection.add(view.rows)}>
          {view.whole ? t.selectAll(view.rows.length) : t.selectInView(view.rows.length)}
        </Button>
      ) : null}
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

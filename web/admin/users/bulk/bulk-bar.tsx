import { useState } from 'react'
import { maxBulk } from '../../../../domain/subscription/subscription-list.ts'
import { bulkWords as t } from '#words/admin/bulk.ts'
import type { AdminRow } from '../../acts/rows.ts'
import { Button } from '../../../ui/button.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { bulkActs, type BulkAct } from './bulk-acts.ts'
import type { Selection } from './selection.ts'

/** What can be done with the selected lines; nothing while none is selected. */
export function BulkBar({ selection, shown }: { selection: Selection; shown: readonly AdminRow[] }) {
  const [act, setAct] = useState<BulkAct | null>(null)
  const { rows, has, isFull } = selection
  if (rows.length === 0) return null
  const more = shown.some((row) => !has(row))
  return (
    <section className="bulk-bar" aria-label={t.bar}>
      <p role="status" className="strong tabular">
        {t.selected(rows.length)}
      </p>
      {isFull ? <p className="soft small">{t.limit(maxBulk)}</p> : null}
      {more && !isFull ? (
        <Button variant="quiet" size="small" onClick={() => selection.add(shown)}>
          {shown.length < maxBulk ? t.selectAll(shown.length) : t.selectFirst(maxBulk)}
        </Button>
      ) : null}
      <div className="cluster bulk-bar__acts">
        {bulkActs.map((one) => (
          <Button key={one} variant="quiet" size="small" onClick={() => setAct(one)}>
            {t.acts[one].button}
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

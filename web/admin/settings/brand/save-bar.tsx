import { brandWords as t } from '#words/admin/settings/brand.ts'
import { Button } from '../../../ui/button.tsx'

/** How many values are changed, and what can be done with them. */
export function SaveBar({ edited, busy, discard }: { edited: number; busy: boolean; discard: () => void }) {
  return (
    <div className="brand__bar" data-edited={edited > 0 || undefined}>
      <p className="small" role="status">
        {edited === 0 ? <span className="soft">{t.noChanges}</span> : t.changes(edited)}
      </p>
      <div className="cluster">
        {/* Not `disabled`: that would drop the focus once all is saved. */}
        <Button variant="quiet" size="small" aria-disabled={busy || edited === 0} onClick={busy ? undefined : discard}>
          {t.discard}
        </Button>
        <Button type="submit" size="small" aria-disabled={busy || edited === 0} busy={busy} busyLabel={t.saving}>
          {t.save}
        </Button>
      </div>
    </div>
  )
}

import { useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { brandWords } from '#words/admin/settings/brand.ts'
import { call } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useAdminPages } from '../../admin-pages.ts'
import { AdminEmpty, ListSkeleton } from '../../admin-section.tsx'
import { Loaded } from '../../loaded.tsx'
import { changeText } from '../../audit/audit-change.ts'
import { useConfirmFirst } from '../../confirm-first.tsx'
import { ListEnd } from '../../lists/list-end.tsx'
import { Table } from '../../lists/table.tsx'
import { CellMoment } from '../../moment.tsx'
import { ConfirmDialog } from '../../user/dialogs/confirm-dialog.tsx'
import type { SavedBrand } from './values/brand-edits.ts'
import { useBrandChanged } from './use-brand.ts'

const t = brandWords.history
const name = 'GET /api/v1/settings/brand/changes'
type BrandChange = Output<typeof name>[number]

/** Lists every change with its author. Requested when it is opened. */
export function BrandHistory({ brand }: { brand: SavedBrand }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="checksums" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary id="brand-history">{t.heading}</summary>
      {isOpen ? <Changes brand={brand} /> : null}
    </details>
  )
}

function Changes({ brand }: { brand: SavedBrand }) {
  const query = useAdminPages(name)
  const [asking, setAsking] = useState<number | null>(null)
  const confirmFirst = useConfirmFirst()
  const ask = (number: number) => confirmFirst(() => setAsking(number))
  return (
    <Loaded query={query} waiting={<ListSkeleton />} empty={<AdminEmpty>{t.empty}</AdminEmpty>}>
      {(changes) => (
        <div className="stack">
          <Table label="brand-history" className="table--wraps table--history table--stacked" columns={t.columns}>
            {changes.map((change) => (
              <ChangeRow key={change.number} change={change} isCurrent={change.number === brand.version} ask={ask} />
            ))}
            {query.hasNextPage ? null : (
              <tr>
                <th scope="row" colSpan={2}>
                  {t.file}
                </th>
                <td>
                  <Restore version={t.file} onClick={() => ask(0)} />
                </td>
              </tr>
            )}
          </Table>
          <ListEnd query={query} />
          {asking === null ? null : (
            <RestoreDialog number={asking} version={brand.version} onClose={() => setAsking(null)} />
          )}
        </div>
      )}
    </Loaded>
  )
}

type ChangeRowProps = { change: BrandChange; isCurrent: boolean; ask: (number: number) => void }

function ChangeRow({ change, isCurrent, ask }: ChangeRowProps) {
  const { number, at, by } = change
  return (
    <tr>
      <th scope="row">
        <CellMoment at={at} withTime />
      </th>
      <td className="anywhere">{by || t.erased}</td>
      <td className="table__long">
        <p className="strong">{t.version(number)}</p>
        <div className="brand-change">
          <ChangeLines change={change} />
          {isCurrent ? (
            <StatusBadge tone="green" word={t.current} />
          ) : (
            <Restore version={t.version(number)} onClick={() => ask(number)} />
          )}
        </div>
      </td>
    </tr>
  )
}

/** Describes a change, one line for each text. */
export function ChangeLines({ change: { changes, restored } }: { change: BrandChange }) {
  const from = restored === null ? [] : [restored === 0 ? t.restoredFile : t.restored(restored)]
  const lines = [...from, ...changes.map(changeText)]
  return (
    <ul className="brand-change__lines">
      {(lines.length === 0 ? [t.none] : lines).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function Restore({ version, onClick }: { version: string; onClick: () => void }) {
  return (
    <Button variant="quiet" size="small" aria-label={t.restoreOf(version)} onClick={onClick}>
      {t.restore}
    </Button>
  )
}

function RestoreDialog({ number, version, onClose }: { number: number; version: number; onClose: () => void }) {
  const brandChanged = useBrandChanged()
  const words = brandWords.restore
  return (
    <ConfirmDialog
      words={{ ...words, discard: brandWords.cancel }}
      text={words.text(number === 0 ? t.file : t.version(number))}
      act={async () => {
        await call('POST /api/v1/settings/brand/restore', { body: { version, number } })
        await brandChanged()
      }}
      onClose={onClose}
    />
  )
}

import type { MouseEvent } from 'react'
import { brandWords as t } from '#words/admin/settings/brand.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { isEdited, overridesWith, type BrandEdits, type BrandField, type SavedBrand } from './brand-edits.ts'

type ValueSourceProps = {
  brand: SavedBrand
  edits: BrandEdits
  fields: readonly [BrandField, ...BrandField[]]
  /** The value in the file, if it fits on one line. */
  inFile?: string | undefined
  onReset: () => void
}

/** Shows the origin of a value, a line of the brand file or a change made here, and resets it to the file's value. */
export function ValueSource({ brand, edits, fields, inFile = '', onReset }: ValueSourceProps) {
  const overrides = overridesWith(brand, edits)
  const [first] = fields
  const line = brand.lines[first]
  const isChanged = fields.some((field) => Object.hasOwn(overrides, field))

  /** The button disappears, so the focus moves to the first control of the field. */
  function reset({ currentTarget }: MouseEvent) {
    const field = currentTarget.closest('.brand-source')?.parentElement
    field?.querySelector<HTMLElement>('input, button')?.focus()
    onReset()
  }

  return (
    <div className="brand-source">
      {fields.some((field) => isEdited(edits, field)) ? <StatusBadge tone="amber" word={t.source.unsaved} /> : null}
      {isChanged ? (
        <>
          <span className="anywhere">
            {t.source.changed}
            {' · '}
            {line === null ? t.source.absent : inFile === '' ? t.source.inFileAt(line) : t.source.inFile(line, inFile)}
          </span>
          <button type="button" className="link" aria-label={t.source.resetOf(t.fields[first])} onClick={reset}>
            {t.source.reset}
          </button>
        </>
      ) : (
        <span>{line === null ? t.source.absent : t.source.file(line)}</span>
      )}
    </div>
  )
}

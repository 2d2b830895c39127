import { refuse } from '../../../contract/errors.ts'
import { brandChanges, brandValuesOf, withValues, type BrandOverrides } from '../../../domain/catalogue/brand-values.ts'
import { readBrandOverrides } from '../../../domain/catalogue/brand-shape.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import { addBrandChange, findBrandChange, latestBrandChange } from '../../store/admin/brand-changes.ts'
import type { Trx } from '../../store/tables.ts'
import type { Administrator } from '../accounts/administrator.ts'

type Parts = Pick<AppContext, 'transact' | 'now' | 'currentBrand' | 'warn'>

/**
 * Saves values of the brand that override the brand file, with a line in the audit. They replace all earlier ones:
 * omitted values are the file's again. `version` is the change that the caller has seen; refuses with 409 if there is a
 * newer one.
 */
export function changeBrand(
  parts: Parts,
  by: Administrator,
  { version, values }: { version: number; values: BrandOverrides },
): Promise<void> {
  return save(parts, by, version, async () => ({ overrides: values, restored: null }))
}

/** Saves the values of an earlier change again; 0 stands for those of the brand file. Refuses an unknown number with 404. */
export function restoreBrand(
  parts: Parts,
  by: Administrator,
  { version, number }: { version: number; number: number },
): Promise<void> {
  return save(parts, by, version, async (db) => {
    const saved = number === 0 ? {} : ((await findBrandChange(db, number)) ?? refuse('NOT_FOUND')).overrides
    return { overrides: readBrandOverrides(saved).overrides, restored: number }
  })
}

async function save(
  { transact, now, currentBrand, warn }: Parts,
  by: Administrator,
  version: number,
  wanted: (db: Trx) => Promise<{ overrides: BrandOverrides; restored: number | null }>,
): Promise<void> {
  await transact(async (db) => {
    const latest = await latestBrandChange(db)
    if ((latest?.number ?? 0) !== version) refuse('BRAND_CHANGED', [], latest ?? null)
    const { overrides, restored } = await wanted(db)
    const valuesWith = (given: BrandOverrides) => brandValuesOf(withValues(currentBrand.file, given))
    const before = readBrandOverrides(latest?.overrides ?? {}).overrides
    const changes = brandChanges(valuesWith(before), valuesWith(overrides))
    // A value can equal the file's, and overrides the file only once the file changes.
    if (changes.length === 0 && sameFields(before, overrides)) return
    const at = now()
    if (!(await addBrandChange(db, version, { at, by: by.email, overrides, changes, restored })))
      refuse('BRAND_CHANGED', [], (await latestBrandChange(db)) ?? null)
    await recordAct(db, { by, act: 'change-brand', changes }, at)
  })
  // The change is saved, and a job reads it soon: a failure here is not the caller's.
  await currentBrand.refresh().catch((error: unknown) => {
    warn(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'a saved change of the brand could not be read',
    )
  })
}

const sameFields = (one: object, other: object) =>
  Object.keys(one).toSorted().join(' ') === Object.keys(other).toSorted().join(' ')

import { readBrandOverrides } from '../../domain/catalogue/brand-shape.ts'
import type { BrandFile } from '../../domain/catalogue/brand.ts'
import { withValues } from '../../domain/catalogue/brand-values.ts'
import type { CurrentBrand } from '../context.ts'
import { mailFrame } from '../mails/layout/layout.ts'
import { latestBrandChange } from '../store/admin/brand-changes.ts'
import type { Db } from '../store/tables.ts'

/** Reads the brand in force: the values of the file, overridden by administrators' changes in the browser. */
export async function openCurrentBrand(parts: {
  db: Db
  file: BrandFile
  publicUrl: string
  warn: (entry: object, message: string) => void
}): Promise<CurrentBrand> {
  const { db, file, publicUrl, warn } = parts
  let version = 0
  let current = { brand: file, frame: mailFrame(file, publicUrl) }
  async function refresh(): Promise<void> {
    const latest = await latestBrandChange(db)
    // Of two concurrent refreshes, the one that read the older change may end last.
    if (latest === undefined || latest.number <= version) return
    const { overrides, invalid } = readBrandOverrides(latest.overrides)
    // An earlier release may have had other rules.
    if (invalid.length > 0)
      warn({ fields: invalid }, 'values of the brand that were changed in the browser are no longer valid')
    const named = withValues(file, overrides)
    // These pictures spell the name in the file. Without them, pages and emails show the new name as text.
    const brand = named.name === file.name ? named : { ...named, logo: null, mailHeader: null }
    version = latest.number
    current = { brand, frame: mailFrame(brand, publicUrl) }
  }
  await refresh()
  return { file, brand: () => current.brand, frame: () => current.frame, refresh }
}

import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type CataloguePlan = Record<string, unknown> & { name: string }

/** The parts of the sample catalogue that tests change. */
type SampleCatalogue = {
  countries: { denied: string[]; regions?: object[] }
  products: { key: string; installer: unknown; licence?: object; translations?: object }[]
  plans: CataloguePlan[]
}

/** Writes the sample catalogue, changed, into a folder; returns the file, for `CATALOGUE`. */
export function aCatalogueIn(folder: string, change: (catalogue: SampleCatalogue) => void): string {
  const sample = readFileSync(join(import.meta.dirname, '../../brand/catalogue.json'), 'utf8')
  const catalogue = JSON.parse(sample) as SampleCatalogue
  change(catalogue)
  const file = join(folder, `catalogue-${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(catalogue))
  return file
}

export function planIn({ plans }: SampleCatalogue, name: string): CataloguePlan {
  return plans.find((plan) => plan.name === name) ?? assert.fail(name)
}

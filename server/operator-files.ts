import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import type { z } from 'zod'
import { brandPictures, type BrandFile } from '../domain/catalogue/brand.ts'
import { addLanguages } from '../domain/language.ts'
import { brandShape } from '../domain/catalogue/brand-shape.ts'
import { faultOfIssue, sentenceOf } from '../domain/registration/field-faults.ts'
import { wordsIn } from '../i18n/server-words.ts'
import { catalogueShape } from './catalogue-shape.ts'
import type { Catalogue } from './catalogue.ts'
import { ConfigError, bothOrAllFaults } from './config-error.ts'
import { linesOf, type SourceFile } from './file-lines.ts'
import { languagesIn } from './vendor-texts.ts'

async function readJson<S extends z.ZodType>(variable: string, file: string, shape: S): Promise<z.output<S>> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${variable} names the file ${file}, which cannot be read (${error.code ?? 'unknown'})`)
  })
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw new ConfigError(`${variable} names the file ${file}, which is not valid JSON`)
  }
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${variable}: ${issue.path.join('.')} ${sentenceOfIssue(issue)}`).join('\n'),
  )
}

/** A rule that forms share has a code instead of a sentence. */
function sentenceOfIssue(issue: z.core.$ZodIssue): string {
  const fault = faultOfIssue(issue)
  return fault === null ? issue.message : sentenceOf(fault, wordsIn('en').fields)
}

export async function readCatalogue(file: string): Promise<Catalogue> {
  const { products, companion, plans, countries } = await readJson('CATALOGUE', file, catalogueShape)
  return {
    products: new Map(products.map((product) => [product.key, product])),
    companion,
    plans: new Map(plans.map((plan) => [plan.name, plan])),
    countries: {
      denied: new Set(countries.denied),
      look: new Set(countries.look),
      regions: countries.regions,
    },
  }
}

const pictureTypes: Record<string, string> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}
/** Every visitor loads some of them, and the server keeps them in memory. */
const largestPicture = 2_000_000

/** How a file of each type begins, as text in which each character is a byte. */
const beginnings: Record<string, RegExp> = {
  '.svg': /^(\xEF\xBB\xBF)?\s*<(svg\b|\?xml\b|!--|!doctype\s+svg\b)/i,
  '.png': /^\x89PNG\r\n/,
  '.webp': /^RIFF[^]{4}WEBP/,
  '.jpg': /^\xFF\xD8\xFF/,
}

/** Returns what is wrong with the file of a picture; null if nothing is. */
function faultOfPicture(file: string, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'is empty'
  if (bytes.length > largestPicture) return `has more than ${largestPicture / 1e6} MB`
  const type = extname(file)
  const beginning = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  return beginnings[type]?.test(beginning) === true ? null : `does not begin like a ${type} file`
}

/** Reads the brand with its pictures: those that are files get an address that changes with their content. */
export async function readBrand(file: string): Promise<BrandFile> {
  const { $schema: _schema, ...brand } = await readJson('BRAND', file, brandShape)
  const files = new Map<string, { type: string; bytes: Uint8Array }>()
  for (const name of brandPictures) {
    const given = brand[name]
    if (given === null || given.startsWith('https:') || given.startsWith('/')) continue
    const bytes = await readFile(join(dirname(file), given)).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`BRAND: ${name} names the file ${given}, which cannot be read (${error.code ?? 'unknown'})`)
    })
    const fault = faultOfPicture(given, bytes)
    if (fault !== null) throw new ConfigError(`BRAND: ${name} names the file ${given}, which ${fault}`)
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
    brand[name] = `/brand/${hash}-${name}${extname(given)}`
    files.set(brand[name], { type: pictureTypes[extname(given)] ?? '', bytes })
  }
  return { ...brand, files }
}

/** `sources`: the files that were read. */
export type OperatorFiles = {
  catalogue: Catalogue
  brand: BrandFile
  sources: Record<'catalogue' | 'brand', SourceFile>
}

/** Returns the lines and the content of a file. */
async function readSource(path: string): Promise<SourceFile> {
  const json = await readFile(path, 'utf8')
  return { path, lines: linesOf(json), content: JSON.parse(json) as object }
}

/**
 * Reads both of the operator's files; faults of either are reported together. They can contain texts in languages that
 * the vendor's texts add, so the process gets these languages first.
 */
export async function readOperatorFiles({
  catalogueFile,
  brandFile,
  textsFolder,
}: {
  catalogueFile: string
  brandFile: string
  textsFolder: string | null
}): Promise<OperatorFiles> {
  addLanguages(await languagesIn(textsFolder))
  const [catalogue, brand] = await bothOrAllFaults(readCatalogue(catalogueFile), readBrand(brandFile))
  return {
    catalogue,
    brand,
    sources: { catalogue: await readSource(catalogueFile), brand: await readSource(brandFile) },
  }
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { z } from 'zod'
import type { BrandFile } from '../domain/catalogue/brand.ts'
import { chargeFault, currencyDigits, intervals, minorUnits, type Plan } from '../domain/catalogue/plan.ts'
import { systems } from '../domain/catalogue/system.ts'
import { languages } from '../domain/language.ts'
import { licenceAlgorithms } from '../domain/catalogue/licence-terms.ts'
import { isCountryCode } from '../domain/lists/countries.ts'
import type { Catalogue, Installer, Product } from './catalogue.ts'
import { ConfigError } from './config-error.ts'

const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: 'must consist of lower-case letters, digits and hyphens' })
const country = z.string().refine(isCountryCode, { error: 'is not a two-letter country code' })
/** A region under sanctions of its own, beside those that the product knows. */
const region = z
  .strictObject({
    key: z.string().regex(/^[a-z0-9-]+$/),
    name: z.string().min(1),
    countries: z.array(country).min(1),
    codes: z.array(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)).default([]),
    names: z.array(z.string().min(2)).default([]),
    postcodes: z.array(z.string().regex(/^[A-Z0-9#]+$/)).default([]),
  })
  .refine(({ codes, names, postcodes }) => codes.length + names.length + postcodes.length > 0, {
    error: 'needs codes, names or postcodes by which it is recognised',
  })
const currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code.toUpperCase()), {
    error: 'is not a currency code',
  })
  .transform((code) => code.toLowerCase())

const words = z.string().min(1, { error: 'must not be empty' })
/** Texts in further languages: those of the file itself are in the operator's. */
function translations<Texts extends z.ZodRawShape>(texts: Texts) {
  return z
    .partialRecord(z.enum(languages), z.strictObject(texts), {
      error: ({ code }: { code: string }) =>
        code === 'unrecognized_keys' ? `must name languages of the shop: ${languages.join(', ')}` : undefined,
    })
    .default({})
}

const planShape = z
  .strictObject({
    name: slug,
    title: z.string().min(1),
    product: slug,
    type: z.enum(['trial', 'subscription']),
    price: z.number().nonnegative(),
    currency,
    recurringInterval: z.enum(intervals).nullable().default(null),
    recurringIntervalCount: z.int().positive().nullable().default(null),
    durationInDays: z.int().positive().nullable().default(null),
    requiresAffirmation: z.boolean().default(false),
    recommended: z.boolean().default(false),
    extensionInDays: z.int().positive().max(365).nullable().default(null),
    features: z.array(slug).max(32).default([]),
    description: z.string(),
    conditions: z.string(),
    translations: translations({
      title: words.exactOptional(),
      description: words.exactOptional(),
      conditions: words.exactOptional(),
    }),
  })
  .refine((plan) => (plan.type === 'trial' ? plan.durationInDays !== null : plan.recurringInterval !== null), {
    error: 'a trial needs durationInDays, a subscription recurringInterval',
  })
  .refine((plan) => plan.type === 'trial' || plan.extensionInDays === null, {
    path: ['extensionInDays'],
    error: 'is only for trials: a subscription renews instead',
  })
  .transform(({ price, ...plan }, context): Plan => {
    const { currency } = plan
    const priceMinor = minorUnits(price, currency)
    const uncharged = priceMinor === null ? null : chargeFault(priceMinor, currency)
    if (priceMinor === null || uncharged !== null) {
      const message = uncharged
        ? `cannot be charged: ${uncharged}`
        : `has more decimals than ${currency} allows (${currencyDigits(currency)})`
      context.addIssue({ code: 'custom', path: ['price'], message })
      return z.NEVER
    }
    const recurringIntervalCount = plan.recurringInterval ? (plan.recurringIntervalCount ?? 1) : null
    return { ...plan, recurringIntervalCount, priceMinor }
  })

const installer = z.string().transform((value, context): { file: string } | { address: string } => {
  if (value.startsWith('https://') && URL.canParse(value)) return { address: value }
  if (/^[\w][\w.-]*$/.test(value)) return { file: value }
  context.addIssue({
    code: 'custom',
    message: 'must be the name of a file in the installers folder, or an https address',
  })
  return z.NEVER
})

/** One for every system, or one each. */
const installers = z.union(
  [
    installer.transform((one): Installer[] => [{ system: null, ...one }]),
    z
      .partialRecord(z.enum(systems), installer)
      .transform((each) =>
        systems.flatMap((system): Installer[] => (each[system] ? [{ system, ...each[system] }] : [])),
      )
      .refine((each) => each.length > 0, { error: 'must name at least one installer' }),
  ],
  { error: 'must name a file of the installers folder or an https address, or one each for windows, macos and linux' },
)

const licence = z.strictObject({
  algorithm: z.enum(licenceAlgorithms).default('ES256'),
  offlineDays: z.int().min(1).max(90).default(14),
  devices: z.int().min(1).max(100).default(3),
  swaps: z.int().min(1).max(1000).default(10),
  fileDays: z.int().min(0).max(366).default(0),
  showHolder: z.boolean().default(true),
  newestVersion: z.string().max(32).nullable().default(null),
})

const productShape = z
  .strictObject({
    key: slug,
    title: z.string().min(1),
    installer: installers,
    translations: translations({ title: words.exactOptional() }),
    exportClassification: z
      .string()
      .regex(/^(?:EAR99|[0-9][A-E][0-9]{3}(?:\.[a-z0-9]+)*)$/, { error: 'must be EAR99 or an ECCN such as 5D992.c' })
      .nullable()
      .default(null),
    licence: licence.nullable().default(null),
  })
  .transform(({ installer: made, ...product }): Product => ({ ...product, installers: made }))

/** For editors; the server does not read it. */
const $schema = z.string().optional()

export const catalogueShape = z
  .strictObject({
    $schema,
    products: z.array(productShape).min(1),
    companion: slug,
    plans: z.array(planShape).min(1),
    countries: z.strictObject({
      note: z.string().optional(),
      denied: z.array(country),
      look: z.array(country),
      regions: z
        .array(region)
        .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, { error: 'has a key twice' })
        .default([]),
    }),
  })
  .superRefine((file, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message })
    const keys = new Set(file.products.map((product) => product.key))
    if (!keys.has(file.companion)) fault(`companion "${file.companion}" is no product`)
    for (const plan of file.plans)
      if (!keys.has(plan.product)) fault(`plan "${plan.name}" is of an unknown product "${plan.product}"`)
    if (new Set(file.plans.map((plan) => plan.name)).size < file.plans.length) fault('two plans have the same name')
    if (file.plans.filter((plan) => plan.recommended).length > 1) fault('more than one plan is recommended')
    if (file.plans.some((plan) => plan.recommended && plan.type === 'trial')) fault('a trial cannot be recommended')
    if (!file.plans.some((plan) => plan.type === 'trial')) fault('there is no trial')
  })

const document = z.strictObject({
  title: z.string(),
  address: z.string().regex(/^(\/[^/\\]|https:\/\/)/),
  version: z.string(),
  translations: translations({ title: words.exactOptional() }),
})

const pictureTypes: Record<string, string> = {
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
}
/** An https address, or the name of a file beside the brand file. */
const picture = z
  .string()
  .regex(/^(https:\/\/.+|[\w-]+\.(svg|png|webp|jpg))$/, {
    error: 'must be an https address, or the name of an svg, png, webp or jpg file beside the brand file',
  })
  .nullable()
  .default(null)

export const brandShape = z.strictObject({
  $schema,
  name: z.string().min(1).max(60),
  logo: z.string().nullable().default(null),
  mark: picture,
  socialImage: picture,
  mailHeader: picture,
  accentHue: z.number().min(0).max(360),
  accentChroma: z.number().min(0).max(0.25),
  neutralHue: z.number().min(0).max(360),
  supportEmail: z.email(),
  legalName: z.string(),
  documents: z.strictObject({ eula: document, privacy: document }),
  desktopProtocol: z.string().regex(/^[a-z][a-z0-9+.-]{1,30}$/),
  reviewTimes: z.partialRecord(z.enum(languages), words.max(60)).default({}),
  questions: z
    .partialRecord(
      z.enum(languages),
      z.array(z.strictObject({ question: z.string().min(1), answer: z.string().min(1) })),
    )
    .default({}),
})

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
    parsed.error.issues.map((issue) => `${variable}: ${issue.path.join('.')} ${issue.message}`).join('\n'),
  )
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

const pictures = ['mark', 'socialImage', 'mailHeader'] as const

/** The brand with its pictures: those that are files are read, and get an address that changes with their content. */
export async function readBrand(file: string): Promise<BrandFile> {
  const { $schema: _schema, ...brand } = await readJson('BRAND', file, brandShape)
  const files = new Map<string, { type: string; bytes: Uint8Array }>()
  for (const name of pictures) {
    const given = brand[name]
    if (given === null || given.startsWith('https:')) continue
    const bytes = await readFile(join(dirname(file), given)).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(`BRAND: ${name} names the file ${given}, which cannot be read (${error.code ?? 'unknown'})`)
    })
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
    brand[name] = `/brand/${hash}-${given}`
    files.set(brand[name], { type: pictureTypes[extname(given)] ?? '', bytes })
  }
  return { ...brand, files }
}

/** Both of the operator's files; what is wrong with either is said at once. */
export async function readOperatorFiles(
  catalogueFile: string,
  brandFile: string,
): Promise<{ catalogue: Catalogue; brand: BrandFile }> {
  const [catalogue, brand] = await Promise.allSettled([readCatalogue(catalogueFile), readBrand(brandFile)])
  if (catalogue.status === 'fulfilled' && brand.status === 'fulfilled')
    return { catalogue: catalogue.value, brand: brand.value }
  const reasons = [catalogue, brand].flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []))
  throw (
    reasons.find((reason) => !(reason instanceof ConfigError)) ??
    new ConfigError(reasons.map(({ message }) => message).join('\n'))
  )
}

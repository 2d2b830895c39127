import { subscriptionTypes } from '../domain/catalogue/plan.ts'
import { z } from 'zod'
import { licenceShape } from '../domain/catalogue/licence-terms.ts'
import { intervals } from '../domain/catalogue/interval.ts'
import { chargeFault, currencyDigits, minorUnits, samplePictures, type Plan } from '../domain/catalogue/plan.ts'
import { systems, type System } from '../domain/catalogue/system.ts'
import { isCountryCode } from '../domain/lists/countries.ts'
import { $schema, translations, words } from '../domain/catalogue/file-shapes.ts'

const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: 'must consist of lower-case letters, digits and hyphens' })
const country = z.string().refine(isCountryCode, { error: 'is not a two-letter country code' })
/** A region under separate sanctions, in addition to those that the product knows. */
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

const planShape = z
  .strictObject({
    name: slug,
    title: z.string().min(1),
    product: slug,
    type: z.enum(subscriptionTypes),
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

/** A file in the installers folder, or an https address. `system` is null for one that suits every system. */
export type Installer = { system: System | null } & ({ file: string } | { address: string })

/** One installer for all systems, or one for each. */
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

const productShape = z
  .strictObject({
    key: slug,
    title: z.string().min(1),
    installer: installers,
    translations: translations({ title: words.exactOptional() }),
    picture: z
      .union([z.enum(samplePictures), z.string().regex(/^https:\/\/\S+$/)], {
        error: `must be an https address, ${samplePictures.join(' or ')}`,
      })
      .nullable()
      .default(null),
    exportClassification: z
      .string()
      .regex(/^(?:EAR99|[0-9][A-E][0-9]{3}(?:\.[a-z0-9]+)*)$/, { error: 'must be EAR99 or an ECCN such as 5D992.c' })
      .nullable()
      .default(null),
    licence: licenceShape.nullable().default(null),
  })
  .transform(({ installer: made, ...product }) => ({ ...product, installers: made }))

/** `installers` has at least one, and at most one for each system. */
export type Product = z.output<typeof productShape>

/** What the catalogue file can contain. */
export const catalogueShape = z
  .strictObject({
    $schema,
    products: z.array(productShape).min(1),
    companion: slug.nullable().default(null),
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
    if (file.companion !== null && !keys.has(file.companion)) fault(`companion "${file.companion}" is no product`)
    for (const plan of file.plans)
      if (!keys.has(plan.product)) fault(`plan "${plan.name}" is of an unknown product "${plan.product}"`)
    if (new Set(file.plans.map((plan) => plan.name)).size < file.plans.length) fault('two plans have the same name')
    if (file.plans.filter((plan) => plan.recommended).length > 1) fault('more than one plan is recommended')
    if (file.plans.some((plan) => plan.recommended && plan.type === 'trial')) fault('a trial cannot be recommended')
    if (!file.plans.some((plan) => plan.type === 'trial')) fault('there is no trial')
  })

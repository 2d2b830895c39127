import { z } from 'zod'
import { isLanguage } from '../language.ts'
import { printableLine, printableLines, unprintableCharacters, visible } from '../registration/printable.ts'
import { $schema, byLanguage, translations, words } from './file-shapes.ts'

/**
 * A text of at most `max` code points. The message of an issue is the code of its sentence (field-faults.ts), for the
 * log of a start and the form of the settings page.
 */
const text = (max: number, characters = printableLine) =>
  z
    .string()
    .superRefine((value, context) => {
      const issue = (message: string, params?: object) => context.addIssue({ code: 'custom', message, ...params })
      if (!new RegExp(`^${characters}$`, 'u').test(value)) issue('invalidCharacters')
      else if (!new RegExp(`^${visible}`, 'u').test(value)) issue('required')
      else if (Array.from(value).length > max) issue('tooLong', { params: { value: max + 1 } })
    })
    .meta({ minLength: 1, maxLength: max, pattern: `^${visible}${characters}$` })

const noBlank = `\\s${unprintableCharacters}`
/** A path on this site, which does not begin like the address of another site, or an https address. */
const address = new RegExp(`^(\\/[^/\\\\${noBlank}]|https:\\/\\/[^${noBlank}])[^${noBlank}]*$`, 'u')
const page = z.strictObject({
  title: text(100),
  address: z.string().max(500).regex(address, { error: 'pageAddress' }),
  translations: translations({ title: text(100).exactOptional() }),
})
const document = page.extend({ version: z.string() })

const pictureFile = String.raw`https:\/\/.+|[\w-]+\.(svg|png|webp|jpg)`
/** An https address, or the name of a file beside the brand file. */
const picture = z
  .string()
  .regex(new RegExp(`^(${pictureFile})$`), {
    error: 'must be an https address, or the name of an svg, png, webp or jpg file beside the brand file',
  })
  .nullable()
  .default(null)
/** As the other pictures, or a path on this site. */
const logo = z
  .string()
  .regex(new RegExp(`^(${pictureFile}|\\/[^/\\\\${noBlank}][^${noBlank}]*)$`, 'u'), {
    error:
      'must be an https address, a path on this site, or the name of an svg, png, webp or jpg file beside the brand file',
  })
  .nullable()
  .default(null)

const announcements = byLanguage(text(200))
const questions = byLanguage(
  z.array(z.strictObject({ question: text(200), answer: text(2000, printableLines) })).max(50),
)

/** What the brand file can contain. */
export const brandShape = z.strictObject({
  $schema,
  name: text(60),
  logo,
  mark: picture,
  socialImage: picture,
  mailHeader: picture,
  accentHue: z.number().min(0).max(360),
  accentChroma: z.number().min(0).max(0.25),
  neutralHue: z.number().min(0).max(360),
  supportEmail: z.email({ error: 'email' }).max(255),
  legalName: z.string(),
  sellerAddress: words.max(400).exactOptional(),
  documents: z.strictObject({ eula: document, privacy: document }),
  legalPages: z
    .strictObject({ terms: page.exactOptional(), refunds: page.exactOptional(), imprint: page.exactOptional() })
    .exactOptional(),
  desktopProtocol: z.string().regex(/^[a-z][a-z0-9+.-]{1,30}$/),
  reviewTimes: byLanguage(words.max(60)).default({}),
  refundRules: byLanguage(words.max(300)).exactOptional(),
  announcements: announcements.default({}),
  questions: questions.default({}),
})

const { name, accentHue, accentChroma, supportEmail } = brandShape.shape
/** The values of the brand that administrators can change in the browser, by the rules of the file. Null: no imprint. */
export const brandValuesShape = z.strictObject({
  name,
  accentHue,
  accentChroma,
  supportEmail,
  imprint: page.nullable(),
  announcements,
  questions,
})

/** The changed values, as they are sent. */
export const brandOverridesShape = z.strictObject({
  name: name.exactOptional(),
  accentHue: accentHue.exactOptional(),
  accentChroma: accentChroma.exactOptional(),
  supportEmail: supportEmail.exactOptional(),
  imprint: brandValuesShape.shape.imprint.exactOptional(),
  announcements: announcements.exactOptional(),
  questions: questions.exactOptional(),
})

/** Returns a saved value without texts in languages that the shop no longer has. */
function inShopLanguages(field: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (field === 'imprint')
    return {
      ...value,
      translations: inShopLanguages('translations', (value as { translations?: unknown }).translations),
    }
  return Object.fromEntries(Object.entries(value).filter(([language]) => isLanguage(language)))
}

/**
 * Reads saved values by the current rules, without languages that the shop no longer has. `invalid` names the fields
 * that the rules reject.
 */
export function readBrandOverrides(saved: object) {
  const parsed = Object.entries(saved).map(([field, value]: [string, unknown]) => ({
    field,
    result: brandOverridesShape.safeParse({ [field]: inShopLanguages(field, value) }),
  }))
  return {
    overrides: Object.assign({}, ...parsed.map(({ result }) => result.data)) as z.output<typeof brandOverridesShape>,
    invalid: parsed.flatMap(({ field, result }) => (result.success ? [] : [field])),
  }
}

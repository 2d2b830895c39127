import { z } from 'zod'
import { $schema, byLanguage, translations, words } from './file-shapes.ts'

const page = z.strictObject({
  title: z.string(),
  address: z.string().regex(/^(\/[^/\\]|https:\/\/)/),
  translations: translations({ title: words.exactOptional() }),
})
const document = page.extend({ version: z.string() })

/** An https address, or the name of a file beside the brand file. */
const picture = z
  .string()
  .regex(/^(https:\/\/.+|[\w-]+\.(svg|png|webp|jpg))$/, {
    error: 'must be an https address, or the name of an svg, png, webp or jpg file beside the brand file',
  })
  .nullable()
  .default(null)

/** What the brand file may hold. */
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
  sellerAddress: words.max(400).exactOptional(),
  documents: z.strictObject({ eula: document, privacy: document }),
  legalPages: z
    .strictObject({ terms: page.exactOptional(), refunds: page.exactOptional(), imprint: page.exactOptional() })
    .exactOptional(),
  desktopProtocol: z.string().regex(/^[a-z][a-z0-9+.-]{1,30}$/),
  reviewTimes: byLanguage(words.max(60)).default({}),
  refundRules: byLanguage(words.max(300)).exactOptional(),
  questions: byLanguage(z.array(z.strictObject({ question: z.string().min(1), answer: z.string().min(1) }))).default(
    {},
  ),
})

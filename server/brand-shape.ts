import { z } from 'zod'
import { languages } from '../domain/language.ts'
import { $schema, translations, words } from './file-shapes.ts'

const document = z.strictObject({
  title: z.string(),
  address: z.string().regex(/^(\/[^/\\]|https:\/\/)/),
  version: z.string(),
  translations: translations({ title: words.exactOptional() }),
})

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

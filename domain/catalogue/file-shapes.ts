import { z } from 'zod'
import { isLanguage, shopLanguages } from '../language.ts'

export const words = z.string().min(1, { error: 'must not be empty' })
const otherLanguages = () => `must name languages of the shop: ${shopLanguages().join(', ')}`

/** Values by language. The JSON Schema allows each code, because the languages depend on the vendor's texts. */
export const byLanguage = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(/^[a-z]{2,3}$/), value, {
      error: ({ code }) => (code === 'invalid_key' ? otherLanguages() : undefined),
    })
    .refine((values) => Object.keys(values).every(isLanguage), { error: otherLanguages })

/** Texts in further languages; the texts of the file itself are in the operator's language. */
export const translations = <Texts extends z.ZodRawShape>(texts: Texts) => byLanguage(z.strictObject(texts)).default({})

/** For editors; the server does not read it. */
export const $schema = z.string().optional()

import { z } from 'zod'
import { languages } from '../language.ts'

export const words = z.string().min(1, { error: 'must not be empty' })
/** Texts in further languages: those of the file itself are in the operator's. */
export function translations<Texts extends z.ZodRawShape>(texts: Texts) {
  return z
    .partialRecord(z.enum(languages), z.strictObject(texts), {
      error: ({ code }: { code: string }) =>
        code === 'unrecognized_keys' ? `must name languages of the shop: ${languages.join(', ')}` : undefined,
    })
    .default({})
}

/** For editors; the server does not read it. */
export const $schema = z.string().optional()

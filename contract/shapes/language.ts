import { z } from 'zod'
import { isLanguage } from '../../domain/language.ts'

/** A language that visitors can choose. It is not an enumeration, because the vendor's texts can add languages. */
export const languageCode = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .refine(isLanguage)

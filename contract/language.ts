import { z } from 'zod'
import { isLanguage } from '../domain/language.ts'

/** A language that visitors can choose. Which there are depends on the vendor's texts, so it is no enumeration. */
export const languageCode = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .refine(isLanguage)

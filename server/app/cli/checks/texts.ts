import { ConfigError } from '../../../config-error.ts'
import { readVendorTexts } from '../../../vendor-texts.ts'
import type { Finding } from './storage.ts'

/** Checks the texts in BRAND_TEXTS as the start does. */
export async function checkVendorTexts(folder: string | null): Promise<Finding[]> {
  if (folder === null) return []
  try {
    await readVendorTexts(folder)
    return [{ level: 'ok', about: 'texts', sentence: 'The texts in BRAND_TEXTS are valid.' }]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((sentence) => ({ level: 'fault', about: 'texts', sentence }))
  }
}

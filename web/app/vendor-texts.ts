import { reworder, type Reword, type VendorTexts } from '../../i18n/vendor-texts.ts'

let all: VendorTexts = {}

/**
 * Adds texts of a vendor. The server sends a script that calls this before the page's first script runs. `admin` is the
 * address of the script with the texts of the admin area, which the screens of that area load first
 * (scripts/build/texts.ts).
 */
export function use(texts: VendorTexts, locale: string, admin?: string): void {
  const page = globalThis as { vendorTexts?: Reword & { admin?: string | undefined } }
  all = { ...all, ...texts }
  page.vendorTexts = Object.assign(reworder(all, locale), { admin })
}

import { reworder, type Reword, type VendorTexts } from '../../i18n/vendor-texts.ts'

/** Sets a vendor's texts. The server sends a script that calls this before the page's first script runs. */
export function use(texts: VendorTexts, locale: string): void {
  const page = globalThis as { vendorTexts?: Reword }
  page.vendorTexts = reworder(texts, locale)
}

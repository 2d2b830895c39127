/** The fields of objects that link to a page of the simulator. */
const linkFields = new Set(['hosted_invoice_url', 'invoice_pdf', 'pdf', 'receipt_url', 'url'])
const stored = /^https?:\/\/.*\/sandbox\/payment(?=\/)/

/**
 * Points the links of an object, and of those inside it, to the address at which the pages are now: an object may have
 * been stored when the shop had another host or port. Changes the object in place. Webhooks, and responses that are
 * repeated for an idempotency key, keep their links.
 */
export function relink(object: object, pages: string): void {
  for (const [field, value] of Object.entries(object) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null) relink(value, pages)
    else if (typeof value === 'string' && linkFields.has(field))
      (object as Record<string, unknown>)[field] = value.replace(stored, () => pages)
  }
}

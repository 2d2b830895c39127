import { invoiceWords } from '#words/account/invoices.ts'
import { shopWords } from '#words/shop/shop.ts'
import { ApiError, messageOf } from '../client/api.ts'
import type { Invoice } from './invoice-text.ts'

const t = invoiceWords.list

/** Links an invoice as a page and as a file, each in a tab of its own. */
export function InvoiceLinks({ invoice: { number, url, pdfUrl } }: { invoice: Invoice }) {
  const called = number ?? t.unnumbered
  return (
    <>
      {url === null ? null : <InvoiceLink href={url} label={t.viewLabel(called)} word={t.view} />}
      {pdfUrl === null ? null : <InvoiceLink href={pdfUrl} label={t.pdfLabel(called)} word={t.pdf} />}
    </>
  )
}

function InvoiceLink({ href, label, word }: { href: string; label: string; word: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={`${label} (${shopWords.newTab})`}>
      {word}
    </a>
  )
}

/** Returns why the invoices cannot be shown. */
export function invoiceFault(error: unknown): string {
  return error instanceof ApiError && error.status === 503 ? t.unavailable : messageOf(error, t.failed)
}

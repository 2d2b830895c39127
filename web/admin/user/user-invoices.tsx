import { detailsWords } from '#words/admin/user.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { InvoiceLinks, invoiceFault } from '../../billing/invoice-links.tsx'
import { invoiceState, periodText, type Invoice } from '../../billing/invoice-text.ts'
import { amountText } from '../../billing/payment.ts'
import { useAdminCall } from '../admin-call.ts'
import { AdminError, AdminEmpty, AdminPart, ScrollFrame, TableSkeleton } from '../admin-part.tsx'
import { CellMoment } from '../moment.tsx'

const t = invoiceWords.list
const columns = ['number', 'date', 'period', 'total', 'tax', 'refunded', 'state', 'links'] as const
const amounts: ReadonlySet<string> = new Set(['total', 'tax', 'refunded'])

/** A subscriber's invoices, newest first; nothing for a person who never had anything to pay. */
export function UserInvoices({ id, billed }: { id: string; billed: boolean }) {
  const { data, error, refetch, isFetching } = useAdminCall('GET /api/v1/subscribers/{id}/invoices', { path: { id } })
  if (!billed && !data?.length) return null
  return (
    <AdminPart heading={t.heading} count={data?.length}>
      {(headingId) =>
        data?.length === 0 ? (
          <AdminEmpty>{t.empty}</AdminEmpty>
        ) : data ? (
          <ScrollFrame label={headingId}>
            <table className="table table--pinned" aria-labelledby={headingId}>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col" className={amounts.has(column) ? 'number' : undefined}>
                      {t[column]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((invoice, place) => (
                  <InvoiceRow key={invoice.number ?? `invoice ${place}`} invoice={invoice} />
                ))}
              </tbody>
            </table>
          </ScrollFrame>
        ) : error && !isFetching ? (
          <AdminError error={error} message={invoiceFault(error)} retry={() => void refetch()} busy={isFetching} />
        ) : (
          <TableSkeleton />
        )
      }
    </AdminPart>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { number, date, periodStart, periodEnd, total, tax, refunded, currency } = invoice
  return (
    <tr>
      <th scope="row">{number ?? t.unnumbered}</th>
      <td>
        <CellMoment at={date} />
      </td>
      <td>{periodText(periodStart, periodEnd) || detailsWords.none}</td>
      <td className="number">{amountText(total, currency)}</td>
      <td className="number">{amountText(tax, currency)}</td>
      <td className="number">{refunded === 0 ? detailsWords.none : amountText(refunded, currency)}</td>
      <td>
        <StatusBadge {...invoiceState(invoice)} />
      </td>
      <td>
        <span className="cluster cluster--line">
          <InvoiceLinks invoice={invoice} />
        </span>
      </td>
    </tr>
  )
}

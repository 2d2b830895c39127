import { useQueries } from '@tanstack/react-query'
import { cardBrandName } from '../../../domain/billing/payments/payment-card.ts'
import { refundRefusal } from '../../../domain/billing/refunds/refund-outcome.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { Button } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { InvoiceLinks, invoiceFault } from '../../billing/invoice-links.tsx'
import { invoiceState, periodText, type Invoice } from '../../billing/invoice-text.ts'
import { amountText } from '../../billing/payment.ts'
import type { SubscriptionRow } from '../acts/rows.ts'
import { adminQuery, useAdminCall, type AdminSubscriber } from '../admin-call.ts'
import { AdminEmpty, AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Table } from '../lists/table.tsx'
import { Loaded } from '../loaded.tsx'
import { CellMoment } from '../moment.tsx'
import { deniedNote, useIsAdministrator, useIsSelf } from '../use-role.ts'

const t = invoiceWords.list
const columns = [t.number, t.date, t.period, t.total, t.tax, t.refunded, t.state, t.links]

/** Lists a subscriber's invoices, newest first; renders nothing for a person who never had anything to pay. */
export function UserInvoices({
  person,
  rows,
  refund,
}: {
  person: AdminSubscriber
  /** The person's subscriptions that the billing provider charges. */
  rows: readonly SubscriptionRow[]
  refund: (row: SubscriptionRow, invoice: string) => void
}) {
  const isAdministrator = useIsAdministrator()
  const isOwn = useIsSelf()(person)
  // Refund is offered only where the server would make one.
  const refundable = useQueries({
    queries: (isAdministrator && !isOwn ? rows : []).map(({ id: subscription }) =>
      adminQuery('GET /api/v1/subscriptions/refundable/{id}', { path: { id: subscription } }),
    ),
  })
  const payerOf = (number: string | null) =>
    rows.find((_, place) =>
      refundable[place]?.data?.some((one) => one.invoice === number && refundRefusal(one) === null),
    )
  const query = useAdminCall('GET /api/v1/subscribers/{id}/invoices', {
    path: { id: person.id },
  })
  if (rows.length === 0 && !query.data?.length) return null
  return (
    <AdminSection heading={t.heading} count={query.data?.length}>
      {(headingId) => (
        <Loaded
          query={query}
          waiting={<TableSkeleton />}
          message={invoiceFault}
          empty={<AdminEmpty>{t.empty}</AdminEmpty>}
        >
          {(invoices) => (
            <>
              {isAdministrator ? null : <p className="soft small">{deniedNote([detailsWords.payment.refund])}</p>}
              <Table
                label={headingId}
                className="table--pinned"
                columns={columns}
                numbers={[t.total, t.tax, t.refunded]}
              >
                {invoices.map((invoice, place) => (
                  <InvoiceRow
                    key={invoice.number ?? `invoice ${place}`}
                    invoice={invoice}
                    payer={payerOf(invoice.number)}
                    refund={refund}
                  />
                ))}
              </Table>
            </>
          )}
        </Loaded>
      )}
    </AdminSection>
  )
}

type InvoiceRowProps = {
  invoice: Invoice
  /** The subscription for which it was paid; undefined if nothing of it can be refunded. */
  payer: SubscriptionRow | undefined
  refund: (row: SubscriptionRow, invoice: string) => void
}

function InvoiceRow({ invoice, payer, refund }: InvoiceRowProps) {
  const { number, date, periodStart, periodEnd, total, tax, refunded, currency, card } = invoice
  return (
    <tr>
      <th scope="row" className="invoice-number">
        {number ?? t.unnumbered}
        {card ? <div className="fine-print">{t.card(cardBrandName(card), card.lastDigits)}</div> : null}
      </th>
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
          {payer && number !== null ? (
            <Button
              variant="quiet"
              size="small"
              aria-label={detailsWords.payment.refundInvoice(number)}
              onClick={() => refund(payer, number)}
            >
              {detailsWords.payment.refund}
            </Button>
          ) : null}
        </span>
      </td>
    </tr>
  )
}

import { useQueries } from '@tanstack/react-query'
import { useId } from 'react'
import { cardBrandName } from '../../../domain/billing/payments/payment-card.ts'
import { utcDay } from '../../../i18n/calendar-words.ts'
import type { Entry } from '../../../contract/screens.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { shopWords } from '#words/shop/shop.ts'
import { callQuery, useCall, useFailure } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SkeletonLines } from '../../ui/loading/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { InvoiceLinks, invoiceFault } from '../../billing/invoice-links.tsx'
import { invoiceState, paymentRowText, periodText, type Invoice } from '../../billing/invoice-text.ts'
import { amountText } from '../../billing/payment.ts'

const t = invoiceWords.list

/** Lists the invoices of a subscriber, and the refunds and credits of their subscriptions. */
export function AccountInvoices({ entries }: { entries: readonly Entry[] }) {
  const query = useCall('GET /api/v1/account/invoices')
  const { data, isFetching, refetch } = query
  const failure = useFailure(query)
  return (
    <>
      {data ? (
        data.length === 0 ? (
          <p className="soft">{t.empty}</p>
        ) : (
          <ul className="invoices">
            {data.map((invoice, place) => (
              <InvoiceLine key={invoice.number ?? `invoice ${place}`} invoice={invoice} />
            ))}
          </ul>
        )
      ) : failure ? (
        <Fault message={invoiceFault(failure)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines label={t.loading} count={3} />
      )}
      <MoneyBack entries={entries} />
    </>
  )
}

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  const { number, date, periodStart, periodEnd, total, tax, refunded, currency, card } = invoice
  const period = periodText(periodStart, periodEnd)
  return (
    <li>
      <div className="invoices__what">
        <p className="invoices__line">
          <time dateTime={date} className="strong">
            {utcDay(date)}
          </time>
          <StatusBadge {...invoiceState(invoice)} />
        </p>
        <p className="invoices__line fine-print">
          <span className="anywhere">{number ?? t.unnumbered}</span>
          {period === '' ? null : <span>{period}</span>}
          {card === null ? null : <span>{t.card(cardBrandName(card), card.lastDigits)}</span>}
        </p>
      </div>
      <div className="invoices__money">
        <p className="strong">{amountText(total, currency)}</p>
        {tax === 0 ? null : <p className="fine-print">{t.includingTax(amountText(tax, currency))}</p>}
        {refunded === 0 ? null : <p className="fine-print">{t.refundedAmount(amountText(refunded, currency))}</p>}
      </div>
      <div className="invoices__links">
        <InvoiceLinks invoice={invoice} />
      </div>
    </li>
  )
}

/** Lists refunds and credits of all subscriptions, newest first; renders nothing if there are none. */
function MoneyBack({ entries }: { entries: readonly Entry[] }) {
  const id = useId()
  const payments = useQueries({
    queries: entries.map(({ subscription: { id: subscription } }) =>
      callQuery('GET /api/v1/subscriptions/payments/{id}', { path: { id: subscription } }),
    ),
  })
  const failed = payments.filter(({ data, errorUpdateCount }) => !data && errorUpdateCount > 0)
  if (failed.length > 0) {
    const busy = failed.some(({ isFetching }) => isFetching)
    const retry = () => Promise.all(failed.map(({ refetch }) => refetch()))
    return <Fault message={t.refundsFailed} busy={busy} onRetry={() => void retry()} />
  }
  if (payments.some(({ isPending }) => isPending)) return null
  const rows = payments
    .flatMap(({ data = [] }) => data)
    .filter(({ kind }) => kind === 'refund' || kind === 'credit')
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
  if (rows.length === 0) return null
  return (
    <div className="stack stack--tight">
      <h3 id={id}>{t.refunds}</h3>
      <ul className="money-back" aria-labelledby={id}>
        {rows.map((row, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows carry no id and are never moved
          <li key={`${row.at} ${place}`}>
            <time dateTime={row.at}>{utcDay(row.at)}</time>
            <span>{paymentRowText(row)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Fault({ message, busy, onRetry }: { message: string; busy: boolean; onRetry: () => void }) {
  return (
    <Panel tone="red" role="alert">
      <p>{message}</p>
      <Button variant="quiet" size="small" busy={busy} busyLabel={shopWords.loading} onClick={onRetry}>
        {t.retry}
      </Button>
    </Panel>
  )
}

import { cardBrandName } from '../../../domain/billing/payments/payment-card.ts'
import { paths, type Entry } from '../../../contract/screens.ts'
import { accountWords } from '#words/account/account.ts'
import { invoiceWords } from '#words/account/invoices.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { InvoiceLinks } from '../../billing/invoice-links.tsx'
import { amountText } from '../../billing/payment.ts'
import { situationLine } from '../../billing/situation.ts'
import { useVisitor } from '../../client/page.tsx'
import { useCall } from '../../client/queries.ts'

const t = confirmationWords.paid

/** Shows what was bought and when it renews; after the payment of an order, also the amount charged. */
export function OrderReceipt({ entry, order }: { entry: Entry; order: string | null }) {
  const { user } = useVisitor()
  const line = situationLine(user, entry)
  return (
    <section className="card stack">
      <h2>{t.order}</h2>
      <dl className="totals">
        <div>
          <dt>{t.subscription}</dt>
          <dd className="anywhere">
            {entry.plan.title}
            {line === null ? null : <span className="totals__note">{line}</span>}
          </dd>
        </div>
        {order === null ? null : <Charged order={order} />}
      </dl>
      <p className="small soft">
        {t.details} <a href={paths.account}>{accountWords.heading}</a>
      </p>
    </section>
  )
}

/** Shows the payment of an order; renders nothing until the provider has reported it. */
function Charged({ order }: { order: string }) {
  const { data } = useCall('GET /api/v1/orders/{id}', { path: { id: order } })
  const { data: invoices } = useCall('GET /api/v1/account/invoices')
  const paid = data?.bought?.invoiceNumber ?? null
  const invoice = paid === null ? undefined : invoices?.find(({ number }) => number === paid)
  if (!invoice) return null
  const { number, total, tax, currency, card } = invoice
  return (
    <>
      <div>
        <dt>{t.amount}</dt>
        <dd>
          {amountText(total, currency)}
          {tax === 0 ? null : (
            <span className="totals__note">{invoiceWords.list.includingTax(amountText(tax, currency))}</span>
          )}
        </dd>
      </div>
      {card === null ? null : (
        <div>
          <dt>{t.card}</dt>
          <dd>{invoiceWords.list.card(cardBrandName(card), card.lastDigits)}</dd>
        </div>
      )}
      <div>
        <dt>{t.invoice}</dt>
        <dd>
          {number ?? invoiceWords.list.unnumbered}
          <span className="totals__note cluster cluster--line">
            <InvoiceLinks invoice={invoice} />
          </span>
        </dd>
      </div>
    </>
  )
}

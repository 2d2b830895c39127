import { confirmationAddress } from '../../billing/payment.ts'
import { paymentWords as t } from '#words/account/payments.ts'
import type { Visitor } from '../../client/page.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Shows a purchase whose payment takes days: there is no subscription yet. */
export function AccountOrder({ order }: { order: Visitor['orders'][number] }) {
  return (
    <section className="card stack">
      <div className="cluster cluster--apart">
        <h2>{order.plan.title}</h2>
        <StatusBadge tone="grey" icon="clock" word={t.badges.processing} />
      </div>
      <p>{t.ordered.text}</p>
      <div>
        <LinkButton variant="quiet" size="small" href={confirmationAddress(order)}>
          {t.ordered.button}
        </LinkButton>
      </div>
    </section>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { longDate } from '../../../domain/catalogue/plan.ts'
import { paths, type Entry } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { paymentWords } from '#words/payments.ts'
import { shopWords } from '#words/shop.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { call, messageOf } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Link } from '../../ui/links/link.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { AccountPayment, NextCharge, paymentBadge } from './account-payment.tsx'
import { ManageButton } from './manage-button.tsx'
import { isBilled, isOverdue, mayBuyAgain } from '../../billing/payment.ts'

const t = shopWords.account
const tones = { active: 'green', pending: 'amber', expired: 'grey', cancelled: 'grey' } as const

export function AccountSubscription({ entry }: { entry: Entry }) {
  const { plan, subscription } = entry
  const { status, renews, payment } = subscription
  const billed = isBilled(payment)
  const line = dateLine(subscription)
  // What the provider has ended cannot be resumed, only bought again.
  const renewable = billed && status === 'active' && (renews || payment.state !== 'ended')
  return (
    <section className="card stack">
      <div className="cluster cluster--apart">
        <h2>{plan.title}</h2>
        <StatusBadge {...(paymentBadge(subscription) ?? { tone: tones[status], word: t.statuses[status] })} />
      </div>
      {line === null ? null : (
        <div>
          <p>{line}</p>
          <NextCharge subscription={subscription} />
        </div>
      )}
      <AccountPayment entry={entry} />
      {mayBuyAgain(entry) ? (
        <p className="soft">
          {paymentWords.buyAgainText}{' '}
          <Link href={paths.orderSummary(plan.name)} aria-label={paymentWords.buyAgainLabel(plan.title)}>
            {paymentWords.buyAgain}
          </Link>
        </p>
      ) : null}
      <div className="cluster">
        {billed ? <ManageButton plan={plan.name} label={t.billing} variant="quiet" /> : null}
        {status === 'active' ? (
          <LinkButton variant="quiet" href={paths.confirmation(plan.name)}>
            {t.installers}
          </LinkButton>
        ) : null}
        {renewable ? <RenewalButton plan={plan} subscription={subscription} /> : null}
      </div>
      {billed ? <p className="fine-print">{t.billingHint}</p> : null}
    </section>
  )
}

/** How long it runs; null where the payment has the say. */
function dateLine({ status, endDate, renews, payment }: Entry['subscription']): string | null {
  if (!endDate) return t.startsOnApproval
  const date = longDate(endDate, locale)
  if (status === 'pending') return t.held(date)
  if (status === 'expired' || status === 'cancelled') return t.endedOn(date)
  if (isOverdue(payment) || payment.state === 'processing') return null
  if (!renews) return t.endsOn(date)
  return payment.state === 'disputed' || payment.state === 'paused' ? paymentWords.accessUntil(date) : t.renewsOn(date)
}

/** Stops or resumes the next payment, once it is confirmed. */
function RenewalButton({ plan, subscription }: Entry) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()
  const stopping = subscription.renews
  const words = stopping ? t.stopDialog : t.resumeDialog
  const name = stopping
    ? 'POST /api/v1/subscriptions/stop-renewal/{id}'
    : 'POST /api/v1/subscriptions/resume-renewal/{id}'

  async function change() {
    setBusy(true)
    try {
      await call(name, { path: { id: subscription.id }, body: {} })
      toast({ tone: 'success', message: stopping ? t.stopped : t.resumed })
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, t.failed) })
    } finally {
      await queries.invalidateQueries({ queryKey: ['GET /api/v1/subscriptions/user'] })
      setBusy(false)
      setAsking(false)
    }
  }

  return (
    <>
      <PageForm
        action={paths.account}
        hidden={{ act: stopping ? 'stop-renewal' : 'resume-renewal', subscription: subscription.id }}
        onSubmit={() => setAsking(true)}
      >
        <Button variant="quiet" type="submit">
          {stopping ? t.stop : t.resume}
        </Button>
      </PageForm>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.title}
        closeLabel={shopWords.close}
        role="alertdialog"
        busy={busy}
        actions={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {words.discard}
            </Button>
            <Button
              variant={stopping ? 'danger' : 'primary'}
              busy={busy}
              busyLabel={words.doing}
              onClick={() => void change()}
            >
              {words.confirm}
            </Button>
          </>
        }
      >
        <p>{words.text(plan.title, subscription.endDate ? longDate(subscription.endDate, locale) : '')}</p>
      </Dialog>
    </>
  )
}

import { barOf } from '../../../domain/subscription/situation.ts'
import { explanationOf, paths, type Entry, type User } from '../../../contract/screens.ts'
import { paymentWords } from '#words/account/payments.ts'
import { orderWords as order } from '#words/shop/order.ts'
import { paymentWaitWords } from '#words/shop/payment-wait.ts'
import { situationWords } from '#words/shop/situation.ts'
import { confirmationAddress } from '../../billing/payment.ts'
import type { Visitor } from '../../client/page.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ManageButton } from '../account/manage-button.tsx'

const t = situationWords.barred

type Props = {
  user: User
  /** The running subscription that a purchase would duplicate. */
  owned: Entry | undefined
  /** The order whose payment is being processed. */
  ordered: Visitor['orders'][number] | undefined
}

/** Explains why a signed-in person cannot buy at present, in place of a form that would be refused. */
export function UnableBuyer({ user, owned, ordered }: Props) {
  if (ordered) return <Ordered order={ordered} />
  return owned ? <Subscribed entry={owned} /> : <Barred user={user} />
}

function Ordered({ order: ordered }: { order: Visitor['orders'][number] }) {
  return (
    <>
      <Panel icon="clock" title={paymentWaitWords.processing.heading}>
        <p>{order.ordered(ordered.plan.title)}</p>
      </Panel>
      <LinkButton wide href={confirmationAddress(ordered)}>
        {paymentWords.ordered.button}
      </LinkButton>
    </>
  )
}

function Subscribed({ entry }: { entry: Entry }) {
  return (
    <>
      <p>{order.subscribed}</p>
      <ManageButton plan={entry.plan.name} label={order.manage} wide />
      <LinkButton wide variant="quiet" href={paths.account}>
        {order.account}
      </LinkButton>
    </>
  )
}

function Barred({ user }: { user: User }) {
  const bar = barOf(user)
  const { title, text } = t[bar === 'denied_country' ? 'country' : bar === 'refused' ? 'refused' : 'review']
  return (
    <>
      <Panel tone="amber" title={title}>
        <p className="anywhere">{text(user.email)}</p>
      </Panel>
      <LinkButton href={explanationOf(user)} variant="quiet" wide>
        {t.more}
      </LinkButton>
    </>
  )
}

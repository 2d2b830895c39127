import { longDate } from '../../../domain/calendar.ts'
import { decodeText, priceText, type PlanView } from '../../../domain/catalogue/plan.ts'
import { comparedWith, perMonth, savingPercent } from '../../../domain/catalogue/price-comparison.ts'
import type { Offer } from '../../../domain/catalogue/offers.ts'
import { paths, trialOf } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { orderWords } from '#words/shop/order.ts'
import { plansWords as t } from '#words/shop/plans.ts'
import { confirmationAddress, isEntrySoldAgain, ownedPaid } from '../../billing/payment.ts'
import { useVisitor } from '../../client/page.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { ManageButton } from '../account/manage-button.tsx'
import { PlanConditions } from '../plan-conditions.tsx'

type Props = {
  offer: Offer<PlanView>
  plan: PlanView
  /** The product has no plan of the chosen period: this is the nearest. */
  isOther: boolean
  trial: PlanView | undefined
}

export function PlanCard({ offer, plan, isOther, trial }: Props) {
  const { entries, orders } = useVisitor()
  const owned = ownedPaid(entries, plan.product)
  const ordered = orders.find((order) => order.plan.product === plan.product)
  // Customers whose plan has ended are offered only plans.
  const had = entries.some(({ plan: { type, product } }) => type === 'subscription' && product === plan.product)
  const isOwned = owned?.plan.name === plan.name
  const interval = plan.recurringInterval ?? 'month'
  const count = plan.recurringIntervalCount ?? 1
  const price = priceText(plan.price, plan.currency, locale)
  const every = orderWords.intervals[interval](count)
  // One unit for all cards; only weeks do not divide into months.
  const weekly = interval === 'week'
  const shown = weekly ? plan.price : perMonth(plan)
  const note = isOwned ? t.yours : plan.recommended ? t.recommended : null
  return (
    <li className={classNames('card card--raised plan-card', plan.recommended && 'plan-card--recommended')}>
      <div className="stack stack--tight">
        <div className="cluster cluster--apart">
          <h2>{offer.title}</h2>
          {note === null ? null : <span className="plan-card__note">{note}</span>}
        </div>
        <p className="soft as-written">{decodeText(plan.description)}</p>
      </div>
      <div className="plan-card__price">
        <p>
          <span className="price">{priceText(shown, plan.currency, locale)}</span>{' '}
          <span className="soft">{weekly ? t.per.week(count) : t.per.month(1)}</span>
        </p>
        <p className="soft">
          {shown === plan.price ? orderWords.every(every) : t.billed(price, every)}, {orderWords.excludingTax}
        </p>
        {weekly ? <p className="soft">{t.about(priceText(perMonth(plan), plan.currency, locale))}</p> : null}
        <Saving plan={plan} plans={offer.plans} />
        {isOther ? <p className="strong">{t.only[interval](count)}</p> : null}
      </div>
      <PlanConditions plan={plan} />
      <div className="plan-card__acts stack stack--tight">
        {ordered ? (
          <LinkButton wide variant="quiet" href={confirmationAddress(ordered)}>
            {t.ordered}
          </LinkButton>
        ) : (
          <Purchase plan={plan} owned={owned} primary={offer.plans.some(({ recommended }) => recommended)} />
        )}
        {owned || had ? null : <Trial trial={trial} />}
      </div>
    </li>
  )
}

/** Shows what a plan saves in comparison with the reference plan. */
function Saving({ plan, plans }: { plan: PlanView; plans: readonly PlanView[] }) {
  const other = comparedWith(plan, plans)
  const saving = other ? savingPercent(plan, other) : 0
  if (saving === 0 || !other?.recurringInterval) return null
  const compared = t.saving[other.recurringInterval](other.recurringIntervalCount ?? 1, saving)
  return <p className="plan-card__saving">{compared}</p>
}

type PurchaseProps = { plan: PlanView; owned: ReturnType<typeof ownedPaid>; primary: boolean }

/** The button of the recommended product is the primary one, whatever the billing period. */
function Purchase({ plan, owned, primary }: PurchaseProps) {
  const href = paths.orderSummary(plan.name)
  if (!owned || isEntrySoldAgain(owned)) {
    if (!plan.purchasable) return <p className="small soft">{t.notSold}</p>
    return (
      <LinkButton wide href={href} variant={primary ? 'primary' : 'quiet'} aria-label={t.chooseLabel(plan.title)}>
        {owned?.plan.name === plan.name ? t.buyAgain : t.choose}
      </LinkButton>
    )
  }
  if (owned.plan.name === plan.name) {
    return (
      <LinkButton wide href={paths.account} variant="quiet">
        {t.manage}
      </LinkButton>
    )
  }
  return (
    <>
      <p className="small soft">{t.owned(owned.plan.title)}</p>
      <ManageButton plan={owned.plan.name} label={t.change} wide variant="quiet" />
    </>
  )
}

/**
 * Offers the trial with the same prominence as the plans. Shows how long a running trial lasts; renders nothing if the
 * person has had one.
 */
function Trial({ trial }: { trial: PlanView | undefined }) {
  const { entries } = useVisitor()
  if (!trial) return null
  const entry = trialOf(entries, trial.product)
  const days = trial.durationInDays ?? 0
  if (!entry) {
    return (
      <>
        <LinkButton
          wide
          variant="quiet"
          href={paths.trial(trial.name)}
          aria-label={t.trialLabel(trial.productTitle, days)}
        >
          {t.trial(days)}
        </LinkButton>
        <p className="fine-print">{t.noCard}</p>
      </>
    )
  }
  const { status, endDate } = entry.subscription
  if (status !== 'active' || !endDate) return null
  return <p className="small soft">{t.trialUntil(longDate(endDate, locale))}</p>
}

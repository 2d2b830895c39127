import { decodeText, longDate, priceText, type PlanView } from '../../../domain/catalogue/plan.ts'
import { comparedWith, perMonth, savingPercent } from '../../../domain/catalogue/price-comparison.ts'
import type { Offer } from '../../../domain/catalogue/offers.ts'
import { paths, trialOf } from '../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { orderWords } from '#words/shop/order.ts'
import { plansWords as t } from '#words/shop/plans.ts'
import { confirmationOf, mayBuyAgain, ownedPaid } from '../../billing/payment.ts'
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
  const isOwned = owned?.plan.name === plan.name
  const interval = plan.recurringInterval ?? 'month'
  const count = plan.recurringIntervalCount ?? 1
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
          <span className="price">{priceText(plan.price, plan.currency, locale)}</span>{' '}
          <span className="soft">{t.per[interval](count)}</span>
        </p>
        <p className="strong">{monthlyText(plan)}</p>
        <Saving plan={plan} plans={offer.plans} />
        <p className="small soft">
          {orderWords.every(orderWords.intervals[interval](count))}, {orderWords.excludingTax}
        </p>
        {isOther ? <p className="small soft">{t.only[interval](count)}</p> : null}
      </div>
      <PlanConditions plan={plan} />
      <div className="plan-card__acts stack stack--tight">
        {ordered ? (
          <LinkButton wide variant="quiet" href={confirmationOf(ordered)}>
            {t.ordered}
          </LinkButton>
        ) : (
          <Purchase plan={plan} owned={owned} />
        )}
        {owned ? null : <Trial trial={trial} />}
      </div>
    </li>
  )
}

/** What the plan comes to a month. */
function monthlyText(plan: PlanView): string {
  const amount = priceText(perMonth(plan), plan.currency, locale)
  return plan.recurringInterval === 'week' ? t.about(amount) : t.perMonth(amount)
}

/** What it saves beside the next shorter one. */
function Saving({ plan, plans }: { plan: PlanView; plans: readonly PlanView[] }) {
  const other = comparedWith(plan, plans)
  const saving = other ? savingPercent(plan, other) : 0
  if (saving === 0 || !other?.recurringInterval) return null
  const compared = t.saving[other.recurringInterval](saving, other.recurringIntervalCount ?? 1)
  return <p className="plan-card__saving">{compared}</p>
}

function Purchase({ plan, owned }: { plan: PlanView; owned: ReturnType<typeof ownedPaid> }) {
  const href = paths.orderSummary(plan.name)
  if (!owned || mayBuyAgain(owned)) {
    if (!plan.purchasable) return <p className="small soft">{t.notSold}</p>
    return (
      <LinkButton
        wide
        href={href}
        variant={plan.recommended ? 'primary' : 'quiet'}
        aria-label={t.chooseLabel(plan.title)}
      >
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

/** The trial as a choice of the same size; how long it runs for who has it, nothing for who had it. */
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

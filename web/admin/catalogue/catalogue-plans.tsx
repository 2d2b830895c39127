import type { ReactNode } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { catalogueWords } from '#words/admin/catalogue.ts'
import { amountText } from '../../billing/payment.ts'
import { Link } from '../../ui/links/link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { AdminSection } from '../admin-section.tsx'
import { PaymentProviderLink } from '../billing/payment-provider-link.tsx'
import { Table } from '../lists/table.tsx'

const t = catalogueWords.plans
type Catalogue = Output<'GET /api/v1/catalogue'>
type Plan = Catalogue['plans'][number]

type CataloguePlansProps = Pick<Catalogue, 'plans' | 'products'> & {
  /** The line of a plan in the catalogue file. */
  lineOf?: (plan: string) => number | null
  /** The text above the table. */
  note?: ReactNode
}

/** Each plan with its price in the file and at the provider, and how many people have it. */
export function CataloguePlans({ plans, products, lineOf = () => null, note }: CataloguePlansProps) {
  const titleOf = (product: string) => products.find(({ key }) => key === product)?.title ?? product
  return (
    <AdminSection heading={t.heading} count={plans.length}>
      {(headingId) => (
        <>
          {note}
          <Table
            label={headingId}
            className="table--wraps"
            columns={[t.plan, t.comparison, t.price, t.provider, t.active, t.pending]}
            numbers={[t.active, t.pending]}
          >
            {plans.map((plan) => (
              <PlanRow key={plan.name} plan={plan} product={titleOf(plan.product)} line={lineOf(plan.name)} />
            ))}
          </Table>
        </>
      )}
    </AdminSection>
  )
}

function PlanRow({ plan, product, line }: { plan: Plan; product: string; line: number | null }) {
  const { name, title, type, durationInDays, recommended, requiresAffirmation } = plan
  const notes = [
    product,
    recommended ? t.recommended : null,
    requiresAffirmation ? t.affirmation : null,
    line === null ? null : t.line(line),
  ].filter(Boolean)
  return (
    <tr>
      <th scope="row" className="table__long">
        {title}
        <p className="soft small">
          <code>{name}</code>
        </p>
        <p className="soft small">{notes.join(' · ')}</p>
      </th>
      <td className="table__short">
        <Difference plan={plan} />
      </td>
      <td className="table__short">
        {type === 'trial' ? t.trial(durationInDays ?? 0) : priceOf({ ...plan, amount: plan.price })}
      </td>
      <td className="table__short">
        <ProviderPrice plan={plan} />
      </td>
      <Holders plan={plan} />
    </tr>
  )
}

type PlanPrice = Pick<Plan, 'currency' | 'recurringInterval' | 'recurringIntervalCount'> & { amount: number | null }

function priceOf({ amount, currency, recurringInterval: unit, recurringIntervalCount: count }: PlanPrice): string {
  if (amount === null) return t.noAmount
  const text = amountText(amount, currency)
  if (unit === null || count === null) return text
  return count === 1 ? t.per(text, t.units[unit]) : t.every(text, count, t.unitsTogether[unit])
}

function ProviderPrice({ plan: { provider } }: { plan: Plan }) {
  if (!provider?.price) return t.none
  const { price } = provider
  return (
    <>
      {priceOf(price)}
      {price.active ? null : ` (${t.inactive})`}
      <p className="soft small">
        <code className="anywhere">{price.id}</code>
      </p>
      <p className="small">
        <PaymentProviderLink url={price.url} />
      </p>
    </>
  )
}

/** Whether the price at the provider equals that of the file. The provider has no trials. */
function Difference({ plan: { type, provider } }: { plan: Plan }) {
  if (type === 'trial') return t.none
  if (!provider) return <StatusBadge tone="amber" word={t.unknown} />
  if (provider.differences.length === 0) return <StatusBadge tone="green" word={t.matches} />
  return provider.differences.map((difference) => (
    <div key={difference}>
      <StatusBadge tone="red" word={catalogueWords.differences[difference]} />
    </div>
  ))
}

/** How many people have a plan, each number linking to them in the list. */
export function Holders({ plan: { name, title, holders } }: { plan: Pick<Plan, 'name' | 'title' | 'holders'> }) {
  return (['active', 'pending'] as const).map((status) => (
    <td key={status} className="number">
      {holders[status] === 0 ? (
        t.holders(0)
      ) : (
        <Link
          href={`${paths.administration}?filters=${status}&plan=${name}`}
          aria-label={t.people(holders[status], title)}
        >
          {t.holders(holders[status])}
        </Link>
      )}
    </td>
  ))
}

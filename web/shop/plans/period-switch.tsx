import type { PlanView } from '../../../domain/catalogue/plan.ts'
import { plansWords as t } from '#words/shop/plans.ts'
import { Link } from '../../ui/links/link.tsx'

type Option = { plan: PlanView; href: string; chosen: boolean; note?: string | undefined }

/**
 * Chooses one of several billing periods. The options are links, so that they work without scripts and can be shared.
 */
export function PeriodSwitch({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <nav className="period-switch" aria-label={label}>
      {options.map(({ plan, href, chosen, note }) => (
        <Link key={href} href={href} aria-current={chosen ? 'true' : undefined}>
          {plan.recurringInterval ? t.periods[plan.recurringInterval](plan.recurringIntervalCount ?? 1) : plan.title}
          {note === undefined ? null : <span className="period-switch__note">{note}</span>}
        </Link>
      ))}
    </nav>
  )
}

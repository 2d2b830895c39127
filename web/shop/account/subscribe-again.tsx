import { paths, type Entry } from '../../../contract/screens.ts'
import { situationWords as t } from '#words/shop/situation.ts'
import { buttonClass, type ButtonLook } from '../../ui/button.tsx'

/** A request to the server, which checks whether the plan is still on sale. */
export function SubscribeAgain({ plan, variant = 'primary' }: Pick<Entry, 'plan'> & Pick<ButtonLook, 'variant'>) {
  return (
    <a
      className={buttonClass({ variant })}
      href={paths.orderSummary(plan.name)}
      aria-label={t.subscribeAgainLabel(plan.title)}
    >
      {t.subscribeAgain}
    </a>
  )
}

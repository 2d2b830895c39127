import { barOf } from '../../../domain/subscription/situation.ts'
import { paths, type User } from '../../../contract/screens.ts'
import { orderWords } from '#words/shop/order.ts'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

const t = orderWords.barred

/** Why a person cannot buy for now, in place of a form that would be refused; null for one who can. */
export function barOfBuyer(user: User): 'review' | 'refused' | 'country' | null {
  const bar = barOf(user)
  if (bar === null) return null
  return bar === 'refused' ? 'refused' : bar === 'denied_country' ? 'country' : 'review'
}

export function BarredBuyer({ bar, email }: { bar: 'review' | 'refused' | 'country'; email: string }) {
  const { title, text } = t[bar]
  return (
    <>
      <Panel tone="amber" title={title}>
        <p className="anywhere">{text(email)}</p>
      </Panel>
      <LinkButton href={bar === 'country' ? paths.notApproved : paths.pending} variant="quiet" wide>
        {t.more}
      </LinkButton>
    </>
  )
}

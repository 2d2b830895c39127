import { barOf } from '../../../domain/subscription/situation.ts'
import { paths, type User } from '../../../contract/screens.ts'
import { situationWords } from '#words/shop/situation.ts'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

const t = situationWords.barred

/** Why a person cannot buy for now, in place of a form that would be refused. */
export function BarredBuyer({ user }: { user: User }) {
  const bar = barOf(user)
  const { title, text } = t[bar === 'denied_country' ? 'country' : bar === 'refused' ? 'refused' : 'review']
  return (
    <>
      <Panel tone="amber" title={title}>
        <p className="anywhere">{text(user.email)}</p>
      </Panel>
      <LinkButton href={user.deniedCountry ? paths.notApproved : paths.pending} variant="quiet" wide>
        {t.more}
      </LinkButton>
    </>
  )
}

import { longDate, type PlanView } from '../../domain/catalogue/plan.ts'
import { paths, type Entry } from '../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { stateTitles } from '#words/titles.ts'
import { shopWords } from '#words/shop.ts'
import { SignOutForm } from '../forms/sign-out-form.tsx'
import { Title, useSettings, useVisitor } from '../client/page.tsx'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'

const t = shopWords.trial

/** What a signed-in person sees who has, or had, this trial. */
export function TrialState({ plan, entry }: { plan: PlanView; entry: Entry }) {
  const running = entry.subscription.status === 'active'
  return (
    <>
      <Title>{running ? stateTitles.trialRunning : stateTitles.trialOver}</Title>
      {running ? <Running plan={plan} entry={entry} /> : <Over entry={entry} />}
      <SignedInAs />
    </>
  )
}

function Running({ plan, entry }: { plan: PlanView; entry: Entry }) {
  const { endDate } = entry.subscription
  return (
    <>
      <h2>{t.running.title}</h2>
      {endDate ? (
        <p className="cluster cluster--line">
          <Icon name="calendar" />
          {t.running.expires(longDate(endDate, locale))}
        </p>
      ) : null}
      <LinkButton href={paths.confirmation(plan.name)} wide>
        {t.running.find}
      </LinkButton>
    </>
  )
}

function Over({ entry }: { entry: Entry }) {
  const { brand } = useSettings()
  const { endDate } = entry.subscription
  return (
    <>
      <h2>{t.over.title}</h2>
      {endDate ? <p>{t.over.ended(longDate(endDate, locale))}</p> : null}
      <LinkButton href={paths.plans} wide>
        {t.over.plans}
      </LinkButton>
      <p className="soft">{t.over.next(brand.supportEmail)}</p>
    </>
  )
}

function SignedInAs() {
  const { user } = useVisitor()
  if (!user) return null
  return (
    <div className="cluster cluster--apart">
      <p className="small soft">
        {t.signedInAs}
        <br />
        <span className="strong anywhere">{user.email}</span>
      </p>
      <SignOutForm>
        <button type="submit" className="link small">
          {shopWords.header.signOut}
        </button>
      </SignOutForm>
    </div>
  )
}

import { paths } from '../../core/screens.ts'
import { shopWords } from '#words/shop.ts'
import { call } from '../api.ts'
import { PageForm } from '../forms/page-form.tsx'
import { PostedProblem } from '../forms/posted-problem.tsx'
import { useVisitor } from '../page.tsx'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { AccountInvoices } from './account-invoices.tsx'
import { AccountSubscription } from './account-subscription.tsx'

const say = shopWords.account

/** What somebody has, and what they may do about it. */
export function AccountScreen() {
  const { entries, user } = useVisitor()
  return (
    <div className="page page--narrow stack stack--loose">
      <PostedProblem />
      <div className="stack stack--tight">
        <h1>{say.heading}</h1>
        <p className="soft anywhere">{user?.email}</p>
      </div>
      {entries.length === 0 ? (
        <section className="card stack">
          <p>{say.empty}</p>
          <div>
            <LinkButton href={paths.plans}>{say.seePlans}</LinkButton>
          </div>
        </section>
      ) : null}
      {entries.map((entry) => (
        <AccountSubscription key={entry.subscription.id} entry={entry} />
      ))}
      <AccountInvoices entries={entries} />
      <section className="card stack">
        <h2>{say.data}</h2>
        <p>{say.dataText}</p>
        <div>
          <a className="button button--quiet" href="/api/v1/account/export" download>
            {say.download}
          </a>
        </div>
      </section>
      <section className="card stack">
        <h2>{say.sessions}</h2>
        <p>{say.sessionsText}</p>
        <div>
          <PageForm action={paths.account} hidden={{ act: 'sign-out-everywhere' }} onSubmit={signOutEverywhere}>
            <Button variant="quiet" type="submit">
              {say.signOutEverywhere}
            </Button>
          </PageForm>
        </div>
      </section>
    </div>
  )
}

async function signOutEverywhere(): Promise<void> {
  await call('POST /api/v1/account/sign-out-everywhere', { body: {} }).catch(() => undefined)
  window.location.assign(paths.home)
}

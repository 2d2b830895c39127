import { useState, type ReactNode } from 'react'
import { paths } from '../../../contract/screens.ts'
import { detailsWords as t } from '#words/admin/people/user.ts'
import { ApiError } from '../../client/api.ts'
import { fullName } from '../acts/rows.ts'
import { useParams } from '../../client/location.tsx'
import { Breadcrumb } from '../../ui/links/breadcrumb.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { DecisionDialog, type DecisionDraft } from '../reviews/decision-dialog.tsx'
import type { Contract } from '../../../contract/contract.ts'
import { useAdminCall, type AdminSubscriber } from '../admin-call.ts'
import { AdminError } from '../admin-section.tsx'
import { PersonActDialog, PersonActs, type PersonMenuAct } from './person-acts.tsx'
import { PersonSummary } from './person-summary.tsx'
import { useLanding } from '../lists/use-landing.ts'
import { UserChecks } from './user-checks.tsx'
import { UserDevices } from './user-devices.tsx'
import { FactsSkeleton, UserFacts } from './user-facts.tsx'
import { UserReview } from './user-review.tsx'
import { UserSubscriptions } from './user-subscriptions.tsx'
import { OldLists } from '../screening/old-lists.tsx'
import { HelpLink } from '../help-link.tsx'

/** Shows all data of the admin area about one subscriber, with the acts on the person. */
export function UserDetailsScreen() {
  const { userId = '' } = useParams()
  const { data, error, refetch, isFetching } = useAdminCall('GET /api/v1/subscribers/{id}', { path: { id: userId } })
  // A person whom another administrator has just erased is unknown, even if the cache still has their data.
  const nobody = error instanceof ApiError && error.status === 404
  if (data && !nobody) return <Person key={data.id} person={data} />
  return (
    <DetailsPage crumb={nobody || error ? t.details : ''}>
      {nobody ? (
        <div className="admin-nothing admin-nothing--page">
          <h1 className="heading-2">{t.nobody}</h1>
          <p>{t.nobodyHint}</p>
          <LinkButton variant="quiet" size="small" href={paths.administration}>
            {t.backToUsers}
          </LinkButton>
        </div>
      ) : error ? (
        <>
          <h1 className="heading-2">{t.details}</h1>
          <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
        </>
      ) : (
        <Waiting />
      )}
    </DetailsPage>
  )
}

function DetailsPage({ crumb, children }: { crumb: string; children: ReactNode }) {
  return (
    <div className="page page--wide admin-page">
      <OldLists />
      <Breadcrumb
        label={t.breadcrumb}
        crumbs={[{ label: t.users, href: paths.administration }, { label: crumb || t.loading }]}
      />
      {children}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label={t.loading} className="admin-page">
      <h1 className="heading-2">
        <span className="visually-hidden">{t.details}</span>
        <Skeleton width="short" />
      </h1>
      <FactsSkeleton />
    </div>
  )
}

/** The API call of each act. */
type Calls = {
  activation: 'POST /api/v1/subscribers/{id}/activation'
  password: 'POST /api/v1/subscribers/{id}/password-link'
  details: 'POST /api/v1/subscribers/{id}/details'
  email: 'POST /api/v1/subscribers/{id}/email'
  grant: 'POST /api/v1/subscribers/{id}/grants'
  withdraw: 'POST /api/v1/reviews/withdraw/{subscriberId}'
  signOut: 'POST /api/v1/subscribers/{id}/sign-out'
  forget: 'DELETE /api/v1/subscribers/{id}'
}
/** Whether an act requires a recent sign-in. This does not compile if the contract states otherwise. */
const confirmed: { [Act in PersonMenuAct]: Contract[Calls[Act]] extends { confirmed: true } ? true : false } = {
  activation: false,
  password: false,
  details: false,
  email: true,
  grant: true,
  withdraw: true,
  signOut: false,
  forget: true,
}

function Person({ person }: { person: AdminSubscriber }) {
  const [act, setAct] = useState<PersonMenuAct | null>(null)
  const confirmFirst = useConfirmFirst()
  const [decision, setDecision] = useState<DecisionDraft | null>(null)
  const heading = useLanding(decision !== null)
  const name = fullName(person)
  const begin = (next: PersonMenuAct) => (confirmed[next] ? confirmFirst(() => setAct(next)) : setAct(next))
  const decide = (next: DecisionDraft) => confirmFirst(() => setDecision(next))

  return (
    <DetailsPage crumb={name}>
      <div className="cluster cluster--apart">
        <div className="cluster">
          <h1 className="heading-2 anywhere" ref={heading} tabIndex={-1}>
            {name}
          </h1>
          <HelpLink chapter="statuses" what={t.details} />
        </div>
        <PersonActs person={person} begin={begin} />
      </div>
      <PersonSummary person={person} begin={setAct} />
      <UserReview person={person} decide={decide} />
      <UserFacts person={person} />
      <UserSubscriptions person={person} />
      <UserDevices person={person} />
      <UserChecks id={person.id} />
      {act ? <PersonActDialog act={act} person={person} onClose={() => setAct(null)} /> : null}
      {decision ? <DecisionDialog decision={decision} onClose={() => setDecision(null)} /> : null}
    </DetailsPage>
  )
}

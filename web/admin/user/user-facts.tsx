import type { ReactNode } from 'react'
import { countryByCode } from '../../client/countries.ts'
import { regionsOf } from '../../../domain/lists/regions.ts'
import { statesOf } from '../../../domain/lists/states.ts'
import { industryChoices, jobRoleChoices } from '#words/forms/choices.ts'
import { detailsWords } from '#words/admin/user.ts'
import { labelOf } from '../../forms/label-of.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { AdminSubscriber } from '../admin-call.ts'
import { AdminPart } from '../admin-part.tsx'
import { Moment } from '../moment.tsx'

const t = detailsWords.facts
const tones = { PASS: 'green', PENDING: 'amber', FAIL: 'red' } as const

export function ScreeningMark({ status }: { status: AdminSubscriber['dplStatus'] }) {
  return <StatusBadge tone={tones[status]} word={detailsWords.screening[status]} />
}

/** What is known of a person, but for their name, which the page bears. */
export function UserFacts({ person }: { person: AdminSubscriber }) {
  const { country, phone, deniedCountry } = person
  const state =
    [...statesOf(country), ...regionsOf(country)].find(({ code }) => code === person.state)?.name ?? person.state
  return (
    <AdminPart heading={t.heading} help="corrections">
      {() => (
        <dl className="admin-facts">
          <Fact label={t.email}>{person.email}</Fact>
          <Fact label={t.company}>{person.company}</Fact>
          <Fact label={t.country}>{countryByCode(country)?.name ?? country}</Fact>
          <Fact label={t.state}>{state}</Fact>
          <Fact label={t.phone}>{phone && `${phone.countryCode} ${phone.phoneNumber}`}</Fact>
          <Fact label={t.industry}>{labelOf(industryChoices, person.industry)}</Fact>
          <Fact label={t.jobTitle}>{labelOf(jobRoleChoices, person.jobTitle)}</Fact>
          <Fact label={t.registered}>
            <Moment at={person.registeredDate} />
          </Fact>
          <Fact label={t.confirmed}>{person.emailVerified ? t.yes : t.no}</Fact>
          <Fact label={t.screening}>
            <ScreeningMark status={person.dplStatus} />
          </Fact>
          <Fact label={t.deniedCountry}>{deniedCountry ? <StatusBadge tone="red" word={t.yes} /> : t.no}</Fact>
        </dl>
      )}
    </AdminPart>
  )
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children || detailsWords.none}</dd>
    </div>
  )
}

export function FactsSkeleton() {
  return (
    <div className="admin-facts">
      {Array.from({ length: 11 }, (_, fact) => (
        <div key={`fact ${fact}`}>
          <Skeleton width="short" />
          <Skeleton width="medium" />
        </div>
      ))}
    </div>
  )
}

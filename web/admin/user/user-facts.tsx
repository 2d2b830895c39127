import { countryByCode } from '../../client/countries.ts'
import { regionsOf } from '../../../domain/lists/regions.ts'
import { statesOf } from '../../../domain/lists/states.ts'
import { isChoice, shownNames, shownParts, type ShownName } from '../../../domain/person/fields.ts'
import { fieldChoices } from '#words/forms/choices.ts'
import { recordWords } from '#words/forms/person-fields.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { labelOf } from '../../forms/label-of.ts'
import { Skeleton } from '../../ui/loading/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { AdminSubscriber } from '../admin-call.ts'
import { AdminSection } from '../admin-section.tsx'
import { Fact } from '../fact.tsx'
import { Moment } from '../moment.tsx'

const t = detailsWords.facts
const tones = { PASS: 'green', PENDING: 'amber', FAIL: 'red' } as const

export function ScreeningMark({ status }: { status: AdminSubscriber['dplStatus'] }) {
  return <StatusBadge tone={tones[status]} word={detailsWords.screening[status]} />
}

const inHeading: readonly ShownName[] = ['firstName', 'lastName']
const facts = shownNames.filter((name) => !inHeading.includes(name))

/** Returns a fact about a person as text, with the names of countries and choices, and with compound values joined. */
function factOf(person: AdminSubscriber, name: ShownName): string | null {
  const value = person[name]
  if (value === null) return null
  if (typeof value === 'object') return Object.values(value).join(' ')
  if (name === 'country') return countryByCode(value)?.name ?? value
  if (name === 'state')
    return [...statesOf(person.country), ...regionsOf(person.country)].find(({ code }) => code === value)?.name ?? value
  const field = shownParts.find((one) => one.name === name)?.field
  return field && isChoice(field) ? labelOf(fieldChoices[field], value) : value
}

/** Lists the facts about a person, except the name, which is the page's heading. */
export function UserFacts({ person }: { person: AdminSubscriber }) {
  const { deniedCountry } = person
  return (
    <AdminSection heading={t.heading} help="corrections">
      {() => (
        <dl className="admin-facts">
          {facts.map((name) => (
            <Fact key={name} label={recordWords[name]}>
              {factOf(person, name) || detailsWords.none}
            </Fact>
          ))}
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
    </AdminSection>
  )
}

export function FactsSkeleton() {
  return (
    <div className="admin-facts">
      {Array.from({ length: facts.length + 4 }, (_, fact) => (
        <div key={`fact ${fact}`}>
          <Skeleton width="short" />
          <Skeleton width="medium" />
        </div>
      ))}
    </div>
  )
}

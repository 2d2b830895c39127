import type { Output } from '../contract.ts'
import { otherIndustry } from '../../domain/lists/industries.ts'
import { valuesOf } from '../../domain/person/person.ts'
import type { Values } from '../../domain/registration/registration.ts'
import type { User } from '../screens.ts'

/** Who fills in a form; `user` is null for a visitor who is not signed in. */
export type FormPerson = { user: User | null; subscriber: Output<'GET /api/v1/subscriptions/user'>['subscriber'] }

/** The known facts about a signed-in person, as a form's values; empty for a visitor. */
export function knownValues({ user, subscriber }: FormPerson): Values {
  if (!user) return {}
  const { email, firstName, lastName } = user
  const known = valuesOf({ ...subscriber, email, firstName, lastName })
  // A person is registered with the industry Other only if they confirmed it.
  return known.industry === otherIndustry ? { ...known, otherIndustry: true } : known
}

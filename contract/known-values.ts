import type { Output } from './contract.ts'
import { otherIndustry } from '../domain/lists/industries.ts'
import type { Values } from '../domain/registration/registration.ts'
import type { User } from './screens.ts'

/** Who fills in a form; `user` is null for a visitor who is not signed in. */
export type Person = { user: User | null; subscriber: Output<'GET /api/v1/subscriptions/user'>['subscriber'] }

/** What is known of a signed-in person, as a form's values; nothing of anybody else. */
export function knownValues({ user, subscriber }: Person): Values {
  if (!user) return {}
  const all: Values = {
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    company: subscriber?.company ?? '',
    country: subscriber?.country ?? '',
    state: subscriber?.state ?? '',
    'phone.countryCode': subscriber?.phone?.countryCode ?? '',
    'phone.phoneNumber': subscriber?.phone?.phoneNumber ?? '',
    jobFunction: subscriber?.jobTitle ?? '',
    industry: subscriber?.industry ?? '',
    // Nobody is registered under Other who has not confirmed it.
    ...(subscriber?.industry === otherIndustry ? { otherIndustry: true } : {}),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

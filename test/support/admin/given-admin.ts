import { randomUUID } from 'node:crypto'
import type { SubscriptionStatus } from '../../../domain/subscription/subscription.ts'
import { emailKey } from '../../../platform/email-key.ts'
import type { TestShop } from '../given.ts'
import type { SubscriptionType } from '../../../domain/catalogue/plan.ts'

/**
 * A person of the admin area's list, with their subscriptions; inserted directly into the database, as there may be
 * many.
 */
export type ListedPerson = {
  email?: string
  firstName?: string
  lastName?: string
  company?: string
  industry?: string | null
  country?: string
  /** Country code and number. */
  phone?: [string, string]
  confirmed?: boolean
  /** Whether the person needs a review. */
  review?: boolean
  holds?: ListedSubscription[]
}

export type ListedSubscription = {
  id?: string
  type?: SubscriptionType
  status?: SubscriptionStatus
  startDate?: string | null
  endDate?: string | null
  latestComment?: string | null
  plan?: { name: string; title: string; product: string }
  renewal?: 'none' | 'on' | 'stopped' | 'ended'
  /** The day until which it is paid, at 149.00 a month; undefined for a complimentary one. */
  paidUntil?: string
}

const terms = (type: SubscriptionType, { plan, paidUntil }: ListedSubscription) => ({
  type,
  name: `analytics-${type}`,
  title: `Analytics ${type}`,
  product: 'analytics',
  ...plan,
  priceMinor: paidUntil === undefined ? 0 : 14_900,
  currency: 'usd',
  conditions: '',
  durationInDays: type === 'trial' ? 30 : null,
  recurringInterval: type === 'trial' ? null : 'month',
  recurringIntervalCount: type === 'trial' ? null : 1,
})

let people = 0

/** Adds people to the list; returns their subscriber ids. */
export async function givenListed(shop: Pick<TestShop, 'sql'>, persons: ListedPerson[]): Promise<string[]> {
  const subscribers: unknown[] = []
  const subscriptions: unknown[] = []
  for (const person of persons) {
    people += 1
    const id = randomUUID()
    const email = person.email ?? `person.${people}@desk.example`
    subscribers.push({
      id,
      email,
      email_key: emailKey(email),
      first_name: person.firstName ?? 'Jane',
      last_name: person.lastName ?? `Doe ${people}`,
      company: person.company ?? 'Northwind Bottling',
      country: person.country ?? 'GB',
      phone_country_code: person.phone?.[0] ?? null,
      phone_number: person.phone?.[1] ?? null,
      review_since: person.review ? '2026-01-02T00:00:00Z' : null,
      industry: person.industry === undefined ? 'Energy' : person.industry,
      dpl_status: 'PASS',
      denied_country: false,
      email_verified_at: person.confirmed === false ? null : '2026-01-01T00:00:00Z',
      registered_at: '2026-01-01T00:00:00Z',
    })
    for (const held of person.holds ?? []) {
      const { type = 'trial', status = 'active', startDate = '2026-01-01' } = held
      // If the end date is past but the status active, the shop expires it within a minute.
      const { endDate = status === 'active' ? '2099-01-31' : '2026-01-31' } = held
      subscriptions.push({
        id: held.id ?? randomUUID(),
        subscriber_id: id,
        terms: terms(type, held),
        status,
        created_at: '2026-01-01T00:00:00Z',
        start_date: startDate,
        end_date: endDate,
        renewal: held.renewal ?? 'none',
        paid_until: held.paidUntil ?? null,
        latest_comment: held.latestComment ?? null,
      })
    }
  }
  await shop.sql(
    `insert into subscribers (id, email, email_key, first_name, last_name, company, country, phone_country_code, phone_number, industry, dpl_status, denied_country, email_verified_at, registered_at, review_since)
     select id, email, email_key, first_name, last_name, company, country, phone_country_code, phone_number, industry, dpl_status, denied_country, email_verified_at, registered_at, review_since
     from json_populate_recordset(null::subscribers, $1)`,
    [JSON.stringify(subscribers)],
  )
  await shop.sql(
    `insert into subscriptions (id, subscriber_id, terms, status, created_at, start_date, end_date, renewal, paid_until, latest_comment)
     select id, subscriber_id, terms, status, created_at, start_date, end_date, renewal, paid_until, latest_comment
     from json_populate_recordset(null::subscriptions, $1)`,
    [JSON.stringify(subscriptions)],
  )
  return subscribers.map((each) => (each as { id: string }).id)
}

/** Removes everybody from the list. */
export async function clearList(shop: Pick<TestShop, 'sql'>): Promise<void> {
  await shop.sql('delete from subscriptions')
  await shop.sql('delete from subscribers')
}

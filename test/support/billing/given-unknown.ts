import type { TestShop } from '../given.ts'

/** Copies a subscription to so many people, as of an earlier account at the provider; all are due to be checked. */
export async function givenUnknownToTheProvider(
  shop: Pick<TestShop, 'sql'>,
  { id, email }: { id: string; email: string },
  count: number,
): Promise<void> {
  await shop.sql(
    `with people as (
       insert into subscribers (id, email, email_key, first_name, last_name, company, country, dpl_status, denied_country, email_verified_at, registered_at)
       select gen_random_uuid(), 'gone.' || n || '@acme.example', 'gone.' || n || '@acme.example', 'Jane', 'Doe', 'Acme', 'GB', 'PASS', false, registered_at, registered_at
       from generate_series(1, $3::int) n, subscribers where email = $1 returning id
     )
     insert into subscriptions (id, subscriber_id, terms, status, created_at, renewal, provider_subscription, provider_period_end, asked_at)
     select gen_random_uuid(), people.id, terms, 'expired', created_at, 'ended', 'sub_gone_' || people.id, created_at, asked_at - interval '3 days'
     from people, subscriptions s where s.id = $2`,
    [email, id, count],
  )
}

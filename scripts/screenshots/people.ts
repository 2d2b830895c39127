import { openCluster } from '../../test/support/cluster.ts'
import { act, idOf } from '../../test/support/admin/admin-page.ts'
import { cards, givenABuyer, givenASubscriber } from '../../test/support/billing/given-buyer.ts'
import {
  givenAnAdministrator,
  givenARegistration,
  givenAShop,
  givenATrialUser,
  secret,
  signIn,
  type TestShop,
} from '../../test/support/given.ts'
import type { TestVisitor } from '../../test/support/http/visitor.ts'
import { seedPeople } from '../run.ts'

/** The people who open the pages: one for each state of an account. */
export type People = Record<
  | 'anonymous'
  | 'trial'
  | 'expired'
  | 'paid'
  | 'stopped'
  | 'pastDue'
  | 'actionRequired'
  | 'newcomer'
  | 'pending'
  | 'refused'
  | 'denied'
  | 'administrator',
  TestVisitor
>

export type Cast = {
  shop: TestShop
  people: People
  /** Unused links in emails. */
  links: { activation: string; reset: string }
  /** The administrators' page of the person whose payment failed. */
  detailsPath: string
  close(): Promise<void>
}

const start = '2026-11-20T12:00:00Z'

/** A shop with a few hundred fictional subscribers and one person in each state of an account, on 28 November 2026. */
export async function openCast(): Promise<Cast> {
  const cluster = await openCluster()
  const seeded = {
    ...cluster,
    async createDatabase(template?: string) {
      const database = await cluster.createDatabase(template)
      await seedPeople(400, { DATABASE_URL: database.url, SECRET: secret, CLOCK_START: start })
      return database
    },
  }
  try {
    const shop = await givenAShop({ CLOCK_START: start }, seeded)
    return { ...(await peopleOf(shop)), shop, close: () => cluster.close() }
  } catch (error) {
    await cluster.close()
    throw error
  }
}

async function peopleOf(shop: TestShop): Promise<Pick<Cast, 'people' | 'links' | 'detailsPath'>> {
  const named = (firstName: string, lastName: string, company: string, domain: string) => ({
    firstName,
    lastName,
    company,
    email: `${firstName}.${lastName}@${domain}.example`.toLowerCase(),
  })
  const pastDue = await givenASubscriber(
    shop,
    'analytics-weekly',
    cards.failsLater,
    named('Ines', 'Marlow', 'Harbour Foods', 'harbour-foods'),
  )
  const actionRequired = await givenASubscriber(
    shop,
    'analytics-weekly',
    cards.failsLater,
    named('Tom', 'Aldous', 'Aldous Glass', 'aldous-glass'),
  )
  const expired = await givenATrialUser(shop, named('Rosa', 'Lindqvist', 'Lindqvist Paper', 'lindqvist-paper'))
  // The provider does not renew seeded subscriptions.
  await shop.sql(
    `update subscriptions set end_date = end_date + interval '14 days' where status = 'active' and payment like 'pi_seed%'`,
  )
  // After the hour in which the provider keeps an invoice as a draft.
  await shop.advanceTo('2026-11-27T12:30:00Z')
  await shop.advanceTo('2026-11-28T09:30:00Z')
  for (const { visitor, email } of [pastDue, actionRequired, expired]) await signIn(visitor, email)
  await shop.sql(`update subscriptions set payment_state = 'action_required', retry_at = null where id = $1`, [
    actionRequired.id,
  ])

  await shop.sql(
    `update subscriptions set end_date = '2026-11-26' from subscribers s where s.id = subscriber_id and s.email = $1`,
    [expired.email],
  )
  await shop.catchUp()
  const trial = await givenATrialUser(shop, named('Jane', 'Doe', 'Northwind Bottling', 'northwind-bottling'))
  const paid = await givenASubscriber(
    shop,
    'analytics-annual',
    cards.pays,
    named('Amara', 'Okoye', 'Okoye Textiles', 'okoye-textiles'),
  )
  const stopped = await givenASubscriber(
    shop,
    'analytics-monthly',
    cards.pays,
    named('Luca', 'Ferri', 'Ferri Motors', 'ferri-motors'),
  )
  await stopped.visitor.post(`/api/v1/subscriptions/stop-renewal/${stopped.id}`)
  const newcomer = await givenABuyer(shop, named('Mei', 'Tanaka', 'Tanaka Ceramics', 'tanaka-ceramics'))
  const pending = await givenATrialUser(shop, { firstName: 'Nora', lastName: 'Beck', email: 'nora.beck@gmail.com' })
  const refused = await givenATrialUser(shop, { firstName: 'Piet', lastName: 'Vos', email: 'piet.vos@gmail.com' })
  const denied = await givenATrialUser(shop, {
    ...named('Dara', 'Karimi', 'Karimi Carpets', 'karimi-carpets'),
    country: 'IR',
  })
  const administrator = await givenAnAdministrator(shop)
  await act(administrator, `/api/v1/reviews/refuse/${await idOf(shop, refused.email)}`, {
    comment: 'No answer to our questions about identity',
  })
  const registered = await givenARegistration(shop, named('Sam', 'Whitby', 'Whitby Marine', 'whitby-marine'))
  await shop.catchUp()
  const people: People = {
    anonymous: shop.visitor(),
    trial: trial.visitor,
    expired: expired.visitor,
    paid: paid.visitor,
    stopped: stopped.visitor,
    pastDue: pastDue.visitor,
    actionRequired: actionRequired.visitor,
    newcomer: newcomer.visitor,
    pending: pending.visitor,
    refused: refused.visitor,
    denied: denied.visitor,
    administrator,
  }
  const linkIn = async (email: string, subject: string) =>
    /https?:\/\/\S+\/identity\/\S+/.exec((await shop.mailTo(email, subject)).text)?.[0] ?? ''
  const forgetful = shop.visitor()
  await forgetful.submit(await forgetful.form('/identity/forgotten'), { email: trial.email })
  const links = {
    activation: await linkIn(registered.email, 'Activate'),
    reset: await linkIn(trial.email, 'Set a new password'),
  }
  const detailsPath = `/administration/users/${await idOf(shop, pastDue.email)}`
  return { people, links, detailsPath }
}

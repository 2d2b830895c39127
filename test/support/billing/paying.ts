import assert from 'node:assert/strict'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server } from 'node:http'
import { Stripe } from 'stripe'
import type { Output } from '../../../contract/contract.ts'
import { subscriptionEvent } from '../../../domain/subscription/events.ts'
import { openDatabase } from '../../../server/database/pool.ts'
import { subscriptionsOf } from '../../../server/store/subscriptions/subscriptions.ts'
import type { Tables } from '../../../server/store/tables.ts'
import type { TestCluster } from '../cluster.ts'
import { cards, givenASubscriber, settled } from './given-buyer.ts'
import { eventuallyEqual } from '../eventually.ts'
import { eventually, givenAnAdministrator, givenAShop, signIn, type SentMail, type TestShop } from '../given.ts'
import type { TestVisitor } from '../http/visitor.ts'
import { replay } from '../subscriptions/replay.ts'

export type Payer = { visitor: TestVisitor; email: string; plan: string; id: string }

/** The simulator's port. The shop that spoke to it last is the one under test. */
let providerPort = 0
subscribe('http.server.request.start', (message) => {
  const { request, server } = message as { request: IncomingMessage; server: Server }
  const address = server.address()
  if (request.url?.startsWith('/v1/') && address && typeof address === 'object') providerPort = address.port
})

/** Returns the vendor's own access to the simulator, like its dashboard. */
export function provider(): Stripe {
  return new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: providerPort, protocol: 'http', telemetry: false })
}

/** Performs an act of the simulator, such as `settings`, `dispute` or `debit`; sandbox/README.md lists them. */
export function simulate(act: string, fields: Record<string, string | number | boolean | null> = {}): Promise<unknown> {
  return provider().rawRequest('POST', `/v1/sandbox/${act}`, fields)
}

/**
 * Starts a shop whose clock begins at that moment; after `body`, asserts that the events of every subscription give its
 * state.
 */
export async function withShop(
  cluster: TestCluster,
  start: string,
  body: (shop: TestShop) => Promise<void>,
): Promise<void> {
  const shop = await givenAShop({ CLOCK_START: start }, cluster)
  try {
    await body(shop)
    await settled(shop)
    assert.ok((await replayGivesTheState(shop)) > 0)
  } finally {
    await shop.stop()
  }
}

/** Creates a person who has bought a plan and has it. */
export async function givenAPayer(shop: TestShop, plan: string, card = cards.pays): Promise<Payer> {
  const { visitor, email, id } = await givenASubscriber(shop, plan, card)
  return { visitor, email, plan, id }
}

type Row = {
  id: string
  status: string
  renewal: string
  end_date: Date | null
  paid_until: Date | null
  terms: { name: string; priceMinor: number }
  provider_subscription: string
  payment: string
}

export async function rowOf(shop: TestShop, { id }: { id: string }): Promise<Row> {
  const [row] = await shop.sql<Row>('select * from subscriptions where id = $1', [id])
  assert.ok(row)
  return row
}

/** Returns status, renewal and last day, in one line. */
export async function stateOf(shop: TestShop, payer: { id: string }): Promise<string> {
  const { status, renewal, end_date: end } = await rowOf(shop, payer)
  return `${status}, ${renewal}, ${end ? day(end) : 'never started'}`
}

/** Waits for that state, because the provider's reports arrive a moment after the shop is ready. */
export async function becomes(shop: TestShop, payer: { id: string }, state: string, why?: string): Promise<void> {
  await eventuallyEqual(() => stateOf(shop, payer), state, why)
}

export const day = (moment: Date) => moment.toISOString().slice(0, 10)

/** Returns the events so far: type, last day, and the author unless it is `billing`. */
export async function historyOf(shop: TestShop, { id }: { id: string }): Promise<string[]> {
  const rows = await shop.sql<{ type: string; data: { endDate?: string }; added_by: string }>(
    'select type, data, added_by from events where subscription_id = $1 order by number',
    [id],
  )
  return rows.map(({ type, data, added_by: by }) =>
    [type, data.endDate?.slice(0, 10), by === 'billing' ? undefined : by.includes('@') ? 'owner' : by]
      .filter(Boolean)
      .join(' '),
  )
}

/** Returns every successful charge of a payer's subscription, oldest first: the day and the amount in minor units. */
export async function chargesOf(shop: TestShop, payer: { id: string }): Promise<string[]> {
  const { provider_subscription: id } = await rowOf(shop, payer)
  const { customer } = await provider().subscriptions.retrieve(id)
  const { data } = await provider().charges.list({
    customer: typeof customer === 'string' ? customer : customer.id,
    limit: 100,
  })
  return data
    .filter((charge) => charge.paid)
    .toReversed()
    .map((charge) => `${day(new Date(charge.created * 1000))} ${charge.amount}`)
}

export async function paidDays(shop: TestShop, payer: { id: string }): Promise<string[]> {
  return (await chargesOf(shop, payer)).map((charge) => charge.slice(0, 10))
}

/** Returns a payer's emails with these words in the subject, oldest first. Waits for emails on their way. */
export async function mailsTo(shop: TestShop, { email }: { email: string }, words: RegExp): Promise<SentMail[]> {
  await shop.catchUp()
  await eventually('an empty outbox', async () => {
    const [row] = await shop.sql<{ n: string }>(
      `select count(*) as n from jobs where kind = 'email' and given_up_at is null and done_at is null`,
    )
    return row?.n === '0'
  })
  return (await shop.mails()).filter((mail) => mail.to.includes(email) && words.test(mail.subject)).toReversed()
}

/** Returns the provider's page for a payer, who signs in first. */
export async function portalOf(payer: Payer, plan = payer.plan): Promise<string> {
  await signIn(payer.visitor, payer.email)
  const answer = await payer.visitor.post(`/api/v1/plans/${plan}/download`, {})
  assert.equal(answer.status, 200, await answer.clone().text())
  return ((await answer.json()) as { redirectUrl: string }).redirectUrl
}

/** Returns the open payment issues, as an administrator who has just signed in sees them, oldest first. */
export async function issuesOf(shop: TestShop): Promise<Output<'GET /api/v1/payment-issues'>> {
  const answer = await (await givenAnAdministrator(shop)).get('/api/v1/payment-issues')
  assert.equal(answer.status, 200)
  return (await answer.json()) as Output<'GET /api/v1/payment-issues'>
}

/** Follows a link of the portal, if given, and submits the form with a matching address. */
export async function inPortal(
  visitor: TestVisitor,
  page: string,
  deed: RegExp,
  values: Record<string, string> = {},
): Promise<string> {
  const shown = await (await visitor.get(page)).text()
  const link = [...shown.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to).find((to) => deed.test(to))
  const body = link ? await (await visitor.get(new URL(link, page).href)).text() : shown
  const form = [...body.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(([, to = '']) =>
    deed.test(to),
  )
  assert.ok(form, `no form ${String(deed)} in ${body}`)
  const [, action = '', inside = ''] = form
  const token = /name="token" value="([^"]*)"/.exec(inside)?.[1] ?? ''
  const answer = await visitor.submit(
    { address: new URL(action, page).href, fields: { token }, html: body, status: 200 },
    values,
  )
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return text
}

/** Pays the open amount of a payer's subscription on the provider's page, with a new card or the one on file. */
export async function payOpenInvoice(
  shop: TestShop,
  payer: Payer,
  card?: string,
  values: Record<string, string> = {},
): Promise<void> {
  const [invoice] = await invoicesOf(shop, payer, 'open')
  assert.ok(invoice?.hosted_invoice_url)
  const page = await payer.visitor.form(invoice.hosted_invoice_url)
  const how = card === undefined ? { saved: 'yes' } : { ...aCard(card), saved: '' }
  const shown = await (await payer.visitor.submit(page, { ...how, ...values })).text()
  assert.equal((await provider().invoices.retrieve(invoice.id)).status, 'paid', shown)
}

/** Returns the provider's invoices for a payer's subscription, newest first. */
export async function invoicesOf(
  shop: TestShop,
  payer: { id: string },
  status?: Stripe.Invoice.Status,
): Promise<Stripe.Invoice[]> {
  const subscription = (await rowOf(shop, payer)).provider_subscription
  return (await provider().invoices.list({ subscription, limit: 100, ...(status && { status }) })).data
}

/** Returns the provider's side of a payer's subscription. */
export async function overThere(shop: TestShop, payer: { id: string }): Promise<Stripe.Subscription> {
  return provider().subscriptions.retrieve((await rowOf(shop, payer)).provider_subscription)
}

/** Switches a payer to another plan in the portal, or on a page of it that is already open. */
export async function switchPlan(payer: Payer, plan: string, page?: string): Promise<string> {
  const { data } = await provider().prices.list({ lookup_keys: [plan] })
  return inPortal(payer.visitor, page ?? (await portalOf(payer)), new RegExp(`/switch/.*/${data[0]?.id}`))
}

export const aCard = (number: string, expiry = '12 / 40') => ({ number, expiry, cvc: '123', name: 'Jane Doe' })

/** Replays the events of every subscription and asserts that the result equals the stored state. */
export async function replayGivesTheState(shop: TestShop): Promise<number> {
  const { db, close } = openDatabase<Tables>(shop.databaseUrl)
  try {
    const rows = await db
      .selectFrom('subscriptions')
      .select(['id', 'subscriber_id as whose'])
      .where('subscriber_id', 'is not', null)
      .execute()
    for (const { id, whose } of rows) {
      const events = await db
        .selectFrom('events')
        .select(['type', 'at', 'added_by as addedBy', 'data'])
        .where('subscription_id', '=', id)
        .orderBy('number')
        .execute()
      const stored = (await subscriptionsOf(db, whose ?? '')).find((one) => one.id === id)
      assert.deepEqual(replay(events.map((row) => subscriptionEvent.parse(row))), stored)
    }
    return rows.length
  } finally {
    await close()
  }
}

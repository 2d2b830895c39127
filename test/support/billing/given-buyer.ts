import assert from 'node:assert/strict'
import type { Output } from '../../../contract/contract.ts'
import { aBuyersRegistration, activate, eventually, type TestShop } from '../given.ts'
import type { TestVisitor } from '../http/visitor.ts'

export type Buyer = { visitor: TestVisitor; email: string }
/** The parts of a shop that a buyer needs; a shop in a process of its own has them too. */
type Shop = Pick<TestShop, 'visitor' | 'mailTo'>

export const cards = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002', failsLater: '4000 0000 0000 0341' }
/** The fields of the order summary, besides the affirmation. */
export const agreed = { industry: 'Energy', termsAndConditions: true }

/** Creates a person who registered for a paid plan with the dialog's fields, activated and is signed in. */
export async function givenABuyer(
  shop: Shop,
  changes: Record<string, unknown> = {},
  plan = 'analytics-monthly',
): Promise<Buyer> {
  const registration = aBuyersRegistration(changes)
  const { email } = registration
  const visitor = shop.visitor()
  const registered = await visitor.post('/api/v1/users', registration, { 'x-selected-product': plan })
  assert.equal(registered.status, 201)
  await activate(shop, visitor, email)
  return { visitor, email }
}

export type CheckedOut = {
  status: number
  /** The address of the payment page. */
  to: string
  message?: string
  errors?: { field: string; message: string }[]
}

/** Presses 'Continue to payment', as the page's script does. */
export async function checkOut(
  visitor: TestVisitor,
  plan = 'analytics-monthly',
  changes: Record<string, unknown> = {},
): Promise<CheckedOut> {
  const affirmation = plan.startsWith('statistics') ? { affirmation: true } : {}
  const answer = await visitor.post(`/api/v1/plans/${plan}/checkout`, {
    name: plan,
    ...agreed,
    ...affirmation,
    ...changes,
  })
  const { redirectUrl = '', ...rest } = (await answer.json()) as { redirectUrl?: string; message?: string }
  return { status: answer.status, to: redirectUrl, ...rest }
}

/** Fills in the payment page and presses Pay. Does not follow the redirect in the response. */
export async function payOn(
  visitor: TestVisitor,
  address: string,
  card = cards.pays,
  changes: Record<string, string> = {},
): Promise<Response> {
  const page = await visitor.form(address)
  assert.equal(page.status, 200)
  const typed = { number: card, expiry: '12 / 34', cvc: '123', name: 'Jane Doe', country: 'GB', postalCode: 'N1 9GU' }
  return visitor.send(page.address, { ...page.fields, ...typed, ...changes }, { accept: 'text/html' })
}

/** Checks out and pays; returns the order's id. The buyer then closes the window and does not return. */
export async function buy(visitor: TestVisitor, plan = 'analytics-monthly', card = cards.pays): Promise<string> {
  const { status, to, message } = await checkOut(visitor, plan)
  assert.equal(status, 200, message)
  const paid = await payOn(visitor, to, card)
  assert.equal(paid.status, 303, await paid.text())
  return orderIn(paid)
}

/** Returns the order to which a paid page leads back. */
export function orderIn(paid: Response): string {
  return new URL(paid.headers.get('location') ?? '').searchParams.get('order') ?? ''
}

export type Owned = Output<'GET /api/v1/subscriptions/user'>['subscriptions'][number]

export async function heldBy(visitor: TestVisitor): Promise<Owned[]> {
  const answer = await visitor.get('/api/v1/subscriptions/user')
  assert.equal(answer.status, 200)
  return ((await answer.json()) as Output<'GET /api/v1/subscriptions/user'>).subscriptions
}

/** Waits until a person has a plan and it is active. */
export function active(visitor: TestVisitor, plan = 'analytics-monthly'): Promise<Owned['subscription']> {
  return eventually(`an active ${plan}`, async () => {
    const held = (await heldBy(visitor)).find((one) => one.plan.name === plan && one.subscription.status === 'active')
    return held?.subscription
  })
}

export type Subscriber = Buyer & { id: string; order: string }

/** Creates a person who has bought a plan and has it. */
export async function givenASubscriber(
  shop: Shop,
  plan = 'analytics-monthly',
  card = cards.pays,
  changes: Record<string, unknown> = {},
): Promise<Subscriber> {
  const buyer = await givenABuyer(shop, changes, plan)
  const order = await buy(buyer.visitor, plan, card)
  const { id } = await active(buyer.visitor, plan)
  return { ...buyer, id, order }
}

/**
 * From here on the provider's messages to the shop are lost, as if they were never sent; returns a function that lets
 * them through again.
 */
export async function loseMessages(shop: Pick<TestShop, 'sql'>): Promise<() => Promise<unknown>> {
  await shop.sql(`create or replace function lost() returns trigger language plpgsql as 'begin return null; end'`)
  await shop.sql(
    "create trigger lost before insert on jobs for each row when (new.kind = 'billing-event') execute function lost()",
  )
  return () => shop.sql('drop trigger lost on jobs')
}

/** Returns the types of a subscription's events, in order, with their authors. */
export async function eventsOf(shop: Pick<TestShop, 'sql'>, subscription: string): Promise<string[]> {
  const rows = await shop.sql<{ type: string }>(
    `select type || ' ' || added_by as type from events where subscription_id = $1 order by number`,
    [subscription],
  )
  return rows.map(({ type }) => type)
}

/** Waits until all queued jobs are done and all reports processed, except the hourly check for payments. */
export async function settled(shop: Pick<TestShop, 'sql'> & Partial<Pick<TestShop, 'catchUp'>>): Promise<void> {
  await shop.catchUp?.()
  await eventually('quiet', async () => {
    const [row] = await shop.sql<{ open: string }>(
      `select count(*) as open from jobs where kind <> 'rescreening' and given_up_at is null and done_at is null
         and payload ->> 'task' is distinct from 'ask-provider'`,
    )
    return row?.open === '0'
  })
}

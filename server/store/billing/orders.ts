import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { OrderChange, PlacedOrder } from '../../../domain/billing/payments/order-plan.ts'
import { preparedLookUp } from '../prepared.ts'
import type { Db, Tables, Trx } from '../tables.ts'

export type Order = Selectable<Tables['orders']>

/** Returns an order in the form used by the rules of billing. */
export function placedOrder(order: Order): PlacedOrder {
  const { id, state, terms, session, processing_at: processingAt } = order
  return {
    id,
    state,
    terms,
    session,
    processingAt,
    subscriberId: order.subscriber_id,
    subscriptionId: order.subscription_id,
  }
}

/** Another system that uses the same account at the provider may name its orders too, by ids that are no UUIDs. */
export const findOrder = async (db: Db, id: string): Promise<Order | undefined> =>
  z.uuid().safeParse(id).success ? orderById(db, id).executeTakeFirst() : undefined

export const lockOrder = (db: Trx, id: string): Promise<Order | undefined> =>
  orderById(db, id).forUpdate().executeTakeFirst()

const orderById = (db: Db, id: string) => db.selectFrom('orders').selectAll().where('id', '=', id)

/** Returns the open order of a person for a product. */
export function findOpenOrder(db: Db, subscriberId: string, product: string): Promise<Order | undefined> {
  return openOrders(db, subscriberId).where('product', '=', product).executeTakeFirst()
}

/** Like `findOpenOrder`, locked. Lock the subscriber first. */
export function lockOpenOrder(db: Trx, subscriberId: string, product: string): Promise<Order | undefined> {
  return openOrders(db, subscriberId).where('product', '=', product).forUpdate().executeTakeFirst()
}

/** Lock the subscriber first. */
export function lockOpenOrdersOf(db: Trx, subscriberId: string): Promise<Order[]> {
  return openOrders(db, subscriberId).orderBy('id').forUpdate().execute()
}

const openOrders = (db: Db, subscriberId: string) =>
  db.selectFrom('orders').selectAll().where('subscriber_id', '=', subscriberId).where('state', '=', 'open')

/** Returns a person's orders, oldest first. */
export function ordersOf(db: Db, subscriberId: string): Promise<Pick<Order, 'terms' | 'state' | 'created_at'>[]> {
  return db
    .selectFrom('orders')
    .select(['terms', 'state', 'created_at'])
    .where('subscriber_id', '=', subscriberId)
    .orderBy('created_at')
    .execute()
}

const ordered = preparedLookUp(`select exists (
    select from orders where subscriber_id = $1::uuid and state = 'open' and terms ->> 'name' = $2
  ) or exists (
    select from subscriptions x join orders o on o.subscription_id = x.id
    where x.subscriber_id = $1::uuid and o.terms ->> 'name' = $2
  ) as ordered`)

/** Whether a person has bought a plan, or is paying for it. */
export async function hasOrdered(db: Db, subscriberId: string, plan: string): Promise<boolean> {
  const [row] = await ordered<{ ordered: boolean }>(db, [subscriberId, plan])
  return row?.ordered ?? false
}

const beingPaid = preparedLookUp(`select id, terms, created_at from orders
  where subscriber_id = $1::uuid and state = 'open' and processing_at is not null order by created_at desc`)

/** Returns a person's orders with a payment in progress, newest first. */
export function ordersBeingPaid(db: Db, subscriberId: string): Promise<Pick<Order, 'id' | 'terms' | 'created_at'>[]> {
  return beingPaid(db, [subscriberId])
}

/**
 * Claims the request to the provider about an order; false if another request has claimed it since the order was read.
 */
export async function claimAsking(db: Db, { id, asked_at: seen }: Order, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', '=', seen)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes an order due again, unless it was paid meanwhile: then that is the time of the purchase. */
export async function releaseAsking(db: Db, { id, asked_at }: Order): Promise<void> {
  await db.updateTable('orders').set({ asked_at }).where('id', '=', id).where('state', '<>', 'paid').execute()
}

export function findOrderBySession(db: Db, session: string): Promise<Order | undefined> {
  return db.selectFrom('orders').selectAll().where('session', '=', session).executeTakeFirst()
}

export async function addOrder(
  db: Trx,
  order: Pick<Order, 'id' | 'subscriber_id' | 'subscription_id' | 'terms'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('orders')
    .values({
      ...order,
      terms: JSON.stringify(order.terms),
      product: order.terms.product,
      state: 'open',
      session: null,
      address: null,
      expires_at: null,
      created_at: now,
      asked_at: now,
    })
    .execute()
}

export async function setOrder(
  db: Db | Trx,
  id: string,
  change: Partial<Pick<Order, 'state' | 'asked_at' | 'processing_at' | 'left_over' | 'started'>>,
): Promise<void> {
  await db.updateTable('orders').set(change).where('id', '=', id).execute()
}

/** Stores the result of the billing rules; `askedAt` if the provider was asked for it. */
export async function changeOrder(db: Db | Trx, id: string, change: OrderChange, askedAt?: Date): Promise<void> {
  const { state, processingAt, leftOver, started } = change
  await setOrder(db, id, {
    ...(state && { state }),
    ...(processingAt && { processing_at: processingAt }),
    ...(leftOver === undefined ? {} : { left_over: leftOver }),
    ...(started === undefined ? {} : { started }),
    ...(askedAt && { asked_at: askedAt }),
  })
}

/**
 * Returns open orders with a page, and closed ones with something left at the provider, not checked since the given
 * time.
 */
export function ordersNotAskedSince(db: Db, moment: Date): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where((row) => row.or([row('state', '=', 'open'), row('left_over', '=', true)]))
    .where('session', 'is not', null)
    .where('asked_at', '<', moment)
    .orderBy('asked_at')
    .limit(100)
    .execute()
}

/** Stores the page on which an open order is paid; false if it has been closed, or has got another page, since it was read. */
export async function putOrderPage(
  db: Db,
  { id, session: seen }: Pick<Order, 'id' | 'session'>,
  page: Pick<Order, 'session' | 'address' | 'expires_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set(page)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where((row) => row.or([row('session', 'is not distinct from', seen), row('session', '=', page.session)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Records that the provider responded to a request about this order: the next one uses another request key. */
export async function noteAnswered(db: Db, id: string): Promise<void> {
  await db
    .updateTable('orders')
    .set((row) => ({ answered: row('answered', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns when a subscription was last bought: when its newest paid order was reconciled. */
export async function lastPurchase(db: Db, subscriptionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('orders')
    .select((o) => o.fn.max('asked_at').as('at'))
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'paid')
    .executeTakeFirst()
  return row?.at ?? null
}

import { contract } from '../../../contract/contract.ts'
import { listLimits } from '../../../domain/limits.ts'
import { listOf } from '../../../server/routes/admin/people/subscription-list.ts'
import { listPage } from '../../../server/store/admin/users-list/rows.ts'
import { adminSorts, type Cursor } from '../../../server/store/admin/users-list/list.ts'
import { historyOf } from '../../../server/store/admin/history.ts'
import { findReviewedPerson } from '../../../server/store/subscribers/subscribers.ts'
import { findWithSubscriptions } from '../../../server/store/subscriptions/owned-subscriptions.ts'
import type { Statement } from '../bare.ts'
import type { AdminWorld } from './world.ts'

/** One request of an administrator, and the statements that it needs. */
export type Case = { what: string; path: string; statements: Statement[]; isList: boolean }

/** Pages of 100 by every sort, some filters and searches, one deep page, and a subscriber's details. */
export async function adminCases(world: AdminWorld): Promise<Case[]> {
  const { pool } = world
  const one = await middle(world)
  const list = (what: string, query: Record<string, string>) => listCase(world, what, query)
  const cases: Case[] = []
  for (const sort of Object.keys(adminSorts)) cases.push(await list(`by ${sort}`, { sort }))
  cases.push(await list('by endDate, latest first', { sort: 'endDate', order: 'desc' }))
  cases.push(await list('with subscribers', { include: 'subscribers' }))
  cases.push(await list('filter active', { filters: 'active' }))
  cases.push(await list('filter trial, pending', { filters: 'trial,pending', sort: 'company' }))
  cases.push(await list('search, rare', { search: one.domain }))
  cases.push(await list('search, common', { search: 'valves' }))
  cases.push(await list('search, matching everyone', { search: '.example' }))
  cases.push(await list('search, no result', { search: 'qqxqqx' }))
  cases.push(await list('search, whole e-mail', { search: one.email }))
  cases.push(await list('search, two letters', { search: 'ma' }))
  cases.push(await listCase(world, 'deep page', { cursor: one.cursor }, { key: one.nameKey, id: one.lineId }))
  const { rows } = await pool.query<{ id: string }>(
    `select subscription_id as id from events group by 1 order by count(*) desc, 1 limit 1`,
  )
  const busiest = rows[0]?.id ?? ''
  const details = async (what: string, path: string, ask: Parameters<AdminWorld['statementsOf']>[0]) =>
    void cases.push({ what, path, statements: await world.statementsOf(ask), isList: false })
  await details('details, subscriber', `/api/v1/subscribers/${one.id}`, (db) =>
    findReviewedPerson(db, one.id, new Date()),
  )
  await details('details, subscriptions', `/api/v1/subscriptions/user?id=${one.id}`, (db) =>
    findWithSubscriptions(db, one.id),
  )
  await details('details, longest history', `/api/v1/subscriptions/events/${busiest}`, (db) => historyOf(db, busiest))
  return cases
}

async function listCase(
  world: AdminWorld,
  what: string,
  query: Record<string, string>,
  cursor: Cursor | null = null,
): Promise<Case> {
  const list = listOf(contract['GET /api/v1/subscriptions'].query.parse(query), new Date())
  const all = await world.statementsOf((db) => listPage(db, list, { cursor, backward: false }, listLimits.page))
  // The product must choose the fastest access path: the limit is a search with the access path chosen in advance.
  const statements = all.filter(({ text }) => text.includes('cursor_key'))
  return { what, path: `/api/v1/subscriptions?${new URLSearchParams(query).toString()}`, statements, isList: true }
}

/** Returns a person in the middle of the list by name who has a subscription. */
async function middle({ pool }: AdminWorld) {
  const { rows } = await pool.query<{ id: string; email: string; domain: string; nameKey: string; lineId: string }>(
    `select s.id, s.email, split_part(split_part(s.email, '@', 2), '.', 1) as domain, r.name_key as "nameKey", r.id as "lineId"
     from user_list_rows r join subscribers s on s.id = r.subscriber_id where bucket = 1
     order by name_key, r.id limit 1 offset (select count(*) / 2 from user_list_rows where bucket = 1)`,
  )
  const [one] = rows
  if (!one) throw new Error('no subscriber was seeded')
  const cursor = Buffer.from(JSON.stringify(['name', one.nameKey, one.lineId])).toString('base64url')
  return { ...one, cursor }
}

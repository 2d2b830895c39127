import { bulkPersonActs, type BulkPersonAct } from '../../../../domain/person/bulk-person-acts.ts'
import {
  acts,
  bulkSubscriptionActs as subscriptionBulkActs,
  type BulkSubscriptionAct as SubscriptionBulkAct,
} from '../../../../domain/subscription/acts.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { call, messageOf } from '../../../client/api.ts'
import { bulkWords as t } from '#words/admin/people/bulk.ts'
import { fullName, type AdminRow, type SubscriptionRow } from '../../acts/rows.ts'

export type BulkAct = SubscriptionBulkAct | BulkPersonAct
export const bulkActs: readonly BulkAct[] = [...subscriptionBulkActs, ...bulkPersonActs]
/** Returns whether the act is on people. All others, on subscriptions, require a recent sign-in. */
export const isPersonAct = (act: BulkAct): act is BulkPersonAct => bulkPersonActs.some((one) => one === act)

export const bulkWordsOf = (act: BulkAct) => (isPersonAct(act) ? t.acts[act] : actWords[act].bulk)
/** Returns whether the act asks for a number of days. */
export const asksDays = (act: BulkAct) => act === 'extend'
export const isDangerous = (act: BulkAct) => !isPersonAct(act) && acts[act].dangerous
/** Rows per call: few, so that the progress is visible and stopping takes effect quickly. */
const step = 10

/** The state of a subscription that the page showed; the server refuses to act on any other state. */
type ShownState = Pick<SubscriptionRow, 'status' | 'endDate' | 'renews' | 'latestComment'>
export type Target = { id: string; name: string; shown: ShownState | null }
export type Result = Pick<Target, 'id' | 'name'> & { fault: string | null }

/** Returns the targets of an act: subscriptions, or each person once. */
export function targetsOf(act: BulkAct, rows: readonly AdminRow[]): Target[] {
  const all = rows.flatMap((row): Target[] => {
    const { id, subscriber } = row
    const name = fullName(subscriber)
    if (isPersonAct(act)) return [{ id: subscriber.id, name, shown: null }]
    if (id === null) return []
    const { status, endDate, renews, latestComment } = row
    return [{ id, name, shown: { status, endDate, renews, latestComment } }]
  })
  return [...new Map(all.map((target) => [target.id, target])).values()]
}

/**
 * Performs an act step by step and reports its progress. Rows that were not reached when it was stopped are marked as
 * such.
 */
export async function carryOutFor(
  act: BulkAct,
  targets: readonly Target[],
  given: { comment: string; days: number },
  onReached: (count: number) => void,
  isStopped: () => boolean,
): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < targets.length; at += step) {
    const some = targets.slice(at, at + step)
    if (isStopped()) {
      results.push(...targets.slice(at).map((target) => ({ ...target, fault: t.notReached })))
      break
    }
    onReached(at + some.length)
    // One call after the other: a hundred concurrent calls would delay those of everyone else.
    results.push(...(await ask(act, some, given)))
  }
  return results
}

async function ask(act: BulkAct, some: readonly Target[], { comment, days }: { comment: string; days: number }) {
  const answer = await request(act, some, comment, days).catch((error: unknown) => messageOf(error, t.fault))
  return some.map((target): Result => {
    if (typeof answer === 'string') return { ...target, fault: answer }
    const found = answer.find(({ id }) => id === target.id)
    return { ...target, fault: found?.status === 200 ? null : (found?.message ?? t.fault) }
  })
}

function request(act: BulkAct, some: readonly Target[], comment: string, days: number) {
  const ids = some.map(({ id }) => id)
  const shown = Object.fromEntries(some.flatMap((target) => (target.shown ? [[target.id, target.shown]] : [])))
  if (isPersonAct(act)) return call('POST /api/v1/subscribers/bulk', { body: { action: act, ids, comment } })
  if (act === 'extend')
    return call('POST /api/v1/subscriptions/bulk', { body: { action: 'extend-by', ids, shown, days, comment } })
  return call('POST /api/v1/subscriptions/bulk', { body: { action: acts[act].wire, ids, shown, comment } })
}

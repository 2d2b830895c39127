import { randomInt } from 'node:crypto'
import pLimit, { type LimitFunction } from 'p-limit'
import { startJob } from '../../platform/concurrency/scheduler.ts'
import type { ConnectContext } from '../context.ts'
import type { EndpointRow } from '../database/tables.ts'
import { numberAll } from '../feed/feed.ts'
import { isSuccess, nextAttempt } from '../rules/attempts.ts'
import { afterFailure } from '../rules/endpoint-state.ts'
import { shownMessage } from '../rules/message-body.ts'
import { signedHeaders } from '../rules/signature.ts'
import {
  deliveryTried,
  dueEndpoints,
  leaseDeliveries,
  releaseDeliveries,
  returnDelivery,
  type DueDelivery,
} from '../store/deliveries.ts'
import { changeEndpoint, lockEndpoint } from '../store/endpoints.ts'
import { secretsOf } from './endpoints.ts'
import { send, type Attempt } from './send.ts'

/** The concurrent attempts per endpoint, the ms between two checks, and how rarely a success is recorded. */
const atOnce = 20
const lookMs = 250
const notedMs = 60_000
/** The database connections that webhooks may use, so that the shop's requests keep the others. */
const connections = 3
/** How long running attempts may continue when the process stops, in ms. */
const stopMs = 2_000

export type WebhookWorker = {
  /** Sends everything that is due once. Resolves when nothing is due any longer. */
  drain(): Promise<void>
  stop(): Promise<void>
}

/** What an attempt needs. `stopping` aborts running ones; `limited` restricts database access. */
type Worker = ConnectContext & { stopping: AbortSignal; limited: LimitFunction }

/** Sends messages to the webhook endpoints. Each endpoint is served independently, so that none waits for another. */
export async function startWebhooks(context: ConnectContext, { alone }: { alone: boolean }): Promise<WebhookWorker> {
  if (alone) await releaseDeliveries(context.db)
  const lanes = new Map<string, Promise<void>>()
  const unsigned = new Set<string>()
  const stopping = new AbortController()
  const worker: Worker = { ...context, stopping: stopping.signal, limited: pLimit(connections) }
  let isStopping = false

  async function look(): Promise<void> {
    const due = await worker.limited(async () => {
      await numberAll(context.db, context.now())
      return dueEndpoints(context.db, context.now())
    })
    for (const id of due) {
      if (lanes.has(id) || isStopping) continue
      const lane = sendAll(worker, id, unsigned, () => isStopping)
        .catch((error: unknown) => report(context, error))
        .finally(() => lanes.delete(id))
      lanes.set(id, lane)
    }
  }
  const job = startJob(look, lookMs, (error) => report(context, error))
  return {
    async drain() {
      await look()
      await Promise.all(lanes.values())
    },
    async stop() {
      isStopping = true
      const breakOff = setTimeout(() => stopping.abort(), stopMs)
      await job.stop()
      await Promise.all(lanes.values())
      clearTimeout(breakOff)
    },
  }
}

const report = ({ warn }: ConnectContext, error: unknown) =>
  warn({ job: 'webhooks', reason: error instanceof Error ? error.message : 'unknown' }, 'a job failed')

/**
 * Sends what is due for an endpoint, a batch at a time. If the operator's secrets cannot decrypt the endpoint's,
 * everything waits and no attempt counts; `unsigned` contains the endpoints for which this was logged.
 */
async function sendAll(
  context: Worker,
  endpointId: string,
  unsigned: Set<string>,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping()) {
    const now = context.now()
    let secrets: string[] = []
    const take = (ready: (endpoint: EndpointRow) => boolean) =>
      context.limited(() => leaseDeliveries(context.db, endpointId, atOnce, now, ready))
    const leased = await take((endpoint) => {
      secrets = secretsOf(context, endpoint, now)
      if (secrets.length > 0) unsigned.delete(endpointId)
      else if (!unsigned.has(endpointId)) {
        unsigned.add(endpointId)
        context.warn(
          { job: 'webhooks', endpoint: endpointId },
          'no secret opens that of an endpoint: its messages wait',
        )
      }
      return secrets.length > 0
    })
    if (!leased || leased.due.length === 0) return
    const { endpoint, due } = leased
    // All attempts end before this function does, even if a result could not be stored.
    const ended = await Promise.allSettled(due.map((one) => sendOne(context, endpoint, one, secrets)))
    const failure = ended.find(({ status }) => status === 'rejected')
    if (failure?.status === 'rejected') throw failure.reason
  }
}

async function sendOne(
  context: Worker,
  endpoint: EndpointRow,
  due: DueDelivery,
  secrets: readonly string[],
): Promise<void> {
  const { id, ...message } = shownMessage(due)
  const body = JSON.stringify(message)
  const at = context.machineTime()
  const headers = signedHeaders(id, body, secrets, at)
  const attempt = await send(context.checkTarget, endpoint.url, { headers, body, at, signal: context.stopping })
  await context.limited(() => {
    if (isSuccess(attempt.status)) return succeeded(context, endpoint, due, attempt)
    const isBrokenOff = context.stopping.aborted && attempt.status === null
    return isBrokenOff
      ? returnDelivery(context.db, due.id, endpoint.id, due.lease)
      : failed(context, endpoint, due, attempt)
  })
}

const shownOf = ({ status, fault, ms, response }: Attempt) => ({ status, fault, ms, response })

async function succeeded(context: ConnectContext, endpoint: EndpointRow, due: DueDelivery, attempt: Attempt) {
  const now = context.now()
  await deliveryTried(context.db, due.id, endpoint.id, due.lease, {
    ...shownOf(attempt),
    attempts: due.attempts,
    state: 'done',
    tried_at: now,
  })
  const { failing_since: since, last_success_at: last } = endpoint
  if (since === null && last !== null && now.getTime() - last.getTime() < notedMs) return
  await context.db
    .updateTable('webhook_endpoints')
    .set({ last_success_at: now, failing_since: null })
    .$if(endpoint.state === 'failing', (query) => query.set({ state: 'on' }))
    .where('id', '=', endpoint.id)
    // An endpoint that was paused meanwhile stays off.
    .where('state', '<>', 'off')
    .execute()
}

async function failed(context: ConnectContext, endpoint: EndpointRow, due: DueDelivery, attempt: Attempt) {
  const now = context.now()
  const again = nextAttempt(due.attempts, attempt, now, randomInt(1001) / 1000)
  await context.db.transaction().execute(async (db) => {
    const current = await lockEndpoint(db, endpoint.id)
    const isNoted = await deliveryTried(db, due.id, endpoint.id, due.lease, {
      ...shownOf(attempt),
      attempts: due.attempts,
      state: again === null ? 'failed' : 'waiting',
      ...(again === null ? {} : { run_at: again }),
      tried_at: now,
    })
    if (!current || !isNoted || current.state === 'off') return
    const standing = { state: current.state, failingSince: current.failing_since, offReason: current.off_reason }
    const after = afterFailure(standing, attempt.status, now)
    await changeEndpoint(db, endpoint.id, {
      state: after.state,
      failing_since: after.failingSince,
      off_reason: after.offReason,
      ...(after.state === 'off' ? { off_since: now } : {}),
    })
    if (after.state !== 'on' && after.state !== current.state) await context.endpointChanged(db, current, after.state)
  })
}

import { refuse } from '../../../contract/errors.ts'
import type { AuditAct } from '../../../domain/audit.ts'
import type { EndpointChange, Webhooks } from '../../../domain/messages/webhook.ts'
import type { Call, Handlers } from '../../http/calls/contract-routes.ts'
import type { AppContext } from '../../context.ts'
import { recordAct } from '../../store/admin/audit.ts'
import type { Trx } from '../../store/tables.ts'
import { administratorOf } from '../caller.ts'
import type { KeyOwners } from './keys.ts'

/** The administrators' calls about webhook endpoints. */
export function webhookHandlers(
  { transact, now }: Pick<AppContext, 'transact' | 'now'>,
  webhooks: Webhooks<Trx>,
  ownersOf: KeyOwners,
) {
  /** Records an act with the endpoint it is about. */
  const record = (trx: Trx, call: Call, act: AuditAct, endpoint: string) => {
    const changes = [{ field: 'endpoint' as const, before: '', after: endpoint }]
    return recordAct(trx, { by: administratorOf(call), act, changes }, now())
  }

  const found = async (id: string) => (await webhooks.find(id)) ?? refuse('NOT_FOUND')

  /** Changes an endpoint, with a line in the audit if there is an act. */
  const changed = (call: Call, act: AuditAct | null, change: (trx: Trx) => Promise<EndpointChange>) =>
    transact(async (trx) => {
      const endpoint = await change(trx)
      if (endpoint === 'missing') return refuse('NOT_FOUND')
      if (endpoint === 'off') return refuse('WEBHOOK_OFF')
      if (act && endpoint !== 'on') await record(trx, call, act, endpoint.url)
    })

  return {
    async 'GET /api/v1/webhooks'() {
      const endpoints = await webhooks.list()
      const owners = await ownersOf(endpoints.flatMap(({ ownerId }) => ownerId ?? []))
      const emails = new Map(owners.map(({ accountId, email }) => [accountId, email]))
      return endpoints.map(({ ownerId, types, ...endpoint }) => ({
        ...endpoint,
        types: [...types],
        createdBy: (ownerId !== null && emails.get(ownerId)) || null,
        createdAt: endpoint.createdAt.toISOString(),
        failingSince: textOf(endpoint.failingSince),
        offSince: textOf(endpoint.offSince),
        oldSecretUntil: textOf(endpoint.oldSecretUntil),
        lastSuccessAt: textOf(endpoint.lastSuccessAt),
      }))
    },

    async 'POST /api/v1/webhooks'({ body }, call) {
      // In the form in which it is used: `https://one\@other/` leads to the first of the two.
      const url = URL.parse(body.url)?.href ?? refuse('ADDRESS_NOT_PUBLIC')
      if ((await webhooks.faultOf(url)) !== null) refuse('ADDRESS_NOT_PUBLIC')
      await webhooks.queueWritten()
      return transact(async (trx) => {
        const { accountId: ownerId } = administratorOf(call)
        const made = await webhooks.create(trx, { ...body, url, types: [...new Set(body.types)], ownerId })
        if (made === 'full') return refuse('WEBHOOK_LIMIT')
        await record(trx, call, 'add-webhook', url)
        return made
      })
    },

    async 'DELETE /api/v1/webhooks/{id}'({ path }, call) {
      await changed(call, 'remove-webhook', (trx) => webhooks.remove(trx, path.id))
    },

    async 'POST /api/v1/webhooks/{id}/rotate'({ path }, call) {
      const { url } = await found(path.id)
      return transact(async (trx) => {
        const made = await webhooks.rotate(trx, path.id)
        if (made === 'missing') return refuse('NOT_FOUND')
        await record(trx, call, 'rotate-webhook', url)
        return made
      })
    },

    async 'POST /api/v1/webhooks/{id}/pause'({ path }, call) {
      await changed(call, 'pause-webhook', (trx) => webhooks.pause(trx, path.id))
    },

    async 'POST /api/v1/webhooks/{id}/resume'({ path }, call) {
      await changed(call, 'resume-webhook', (trx) => webhooks.resume(trx, path.id))
    },

    async 'POST /api/v1/webhooks/{id}/test'({ path, body }, call) {
      await changed(call, null, (trx) => webhooks.test(trx, path.id, body.type))
      return { queued: 1 }
    },

    async 'POST /api/v1/webhooks/{id}/replay'({ path, body }, call) {
      const { url } = await found(path.id)
      const between = { since: new Date(body.since), until: body.until === undefined ? now() : new Date(body.until) }
      if (between.since >= between.until)
        refuse('INVALID_INPUT', [{ field: 'since', fault: { code: 'startNotBeforeEnd' } }])
      return transact(async (trx) => {
        const queued = await webhooks.replay(trx, path.id, between)
        if (queued === 'missing') return refuse('NOT_FOUND')
        if (queued === 'off') return refuse('WEBHOOK_OFF')
        await record(trx, call, 'replay-webhook', `${url}: ${queued}`)
        return { queued }
      })
    },

    async 'GET /api/v1/webhooks/{id}/deliveries'({ path, query }) {
      const { id } = await found(path.id)
      const { deliveries, next } = await webhooks.deliveries(id, {
        state: query.state,
        after: query.after,
        limit: query.limit,
      })
      return {
        deliveries: deliveries.map((one) => ({
          ...one,
          timestamp: one.timestamp.toISOString(),
          nextAt: textOf(one.nextAt),
          triedAt: textOf(one.triedAt),
        })),
        next,
      }
    },

    async 'POST /api/v1/webhooks/{id}/deliveries/{message}/send-again'({ path }, call) {
      await changed(call, null, (trx) => webhooks.sendAgain(trx, path.id, path.message))
      return { queued: 1 }
    },
  } satisfies Partial<Handlers>
}

const textOf = (moment: Date | null): string | null => moment?.toISOString() ?? null

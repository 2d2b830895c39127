import { createHmac, type KeyObject } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { dirname } from 'node:path'
import send from '@fastify/send'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../contract/errors.ts'
import { lifetimes } from '../../domain/limits.ts'
import { systemOf, type System } from '../../domain/catalogue/system.ts'
import { productTitle } from '../catalogue.ts'
import { affirmCompanion, asksAffirmation } from '../actions/subscriptions/affirm-companion.ts'
import { offerDownload, requireDownload, type DownloadRequest } from '../actions/subscriptions/offer-download.ts'
import type { Call, Handlers } from '../http/calls/contract-routes.ts'
import { languageFor } from '../http/language.ts'
import { evaluateTags } from '../http/preconditions.ts'
import type { Visitors } from '../http/session/visitor.ts'
import { downloadWaitMs } from '../http/connections/stalled-readers.ts'
import { installerFor, type Installers } from '../installers.ts'
import { isSigned, sign, type Keys } from '../../platform/crypto/secrets.ts'
import type { AppContext } from '../context.ts'
import { countKey, isRemembered, remember } from '../store/accounts/rate-limits.ts'
import { addActivity } from '../store/subscribers/activity.ts'
import { subscriptionsOf } from '../store/subscriptions/subscriptions.ts'
import { planOf } from './plans.ts'

/**
 * `cdnKey` signs the addresses of installers that are not the shop's own files; null leaves the addresses unchanged.
 */
export type DownloadParts = { context: AppContext; installers: Installers; keys: Keys; cdnKey: KeyObject | null }

const statement = (product: string, system: System | null, subscriberId: string, offeredAt: number) =>
  `${product} ${system ?? 'any'} ${subscriberId} ${offeredAt}`

export function downloadHandlers({ context, installers, keys }: DownloadParts) {
  /** Returns the data of a product's installer for a system, by default the visitor's own. */
  async function describe(key: string, chosen: System | undefined, { request, reply }: Call) {
    const product = context.catalogue.products.get(key) ?? refuse('UNKNOWN_PRODUCT')
    const hint = request.headers['sec-ch-ua-platform']
    const own = systemOf(request.headers['user-agent'] ?? '', typeof hint === 'string' ? hint : '')
    void reply.header('vary', 'user-agent, sec-ch-ua-platform')
    const installer = installerFor(product, chosen ?? own)
    const { system } = installer
    const file = await installers.file(installer)
    if ('file' in installer && !file) refuse('NO_INSTALLER')
    return {
      system,
      systems: product.installers.flatMap((one) => one.system ?? []),
      ...(file ? { fileName: file.fileName, size: file.size } : {}),
      ...(file?.sha256 ? { sha256: file.sha256 } : {}),
    }
  }

  /** Returns the files of a product that the shop stores, the one for `system` first. */
  async function checksums(key: string, system: System | null) {
    const installersOf = context.catalogue.products.get(key)?.installers ?? []
    const first = (one: { system: System | null }) => (one.system === system ? 0 : 1)
    const files = installersOf
      .toSorted((one, other) => first(one) - first(other))
      .map(async (installer) => {
        const file = await installers.file(installer)
        return file ? [{ fileName: file.fileName, system: installer.system, sha256: file.sha256 }] : []
      })
    return (await Promise.all(files)).flat()
  }

  async function link(wanted: DownloadRequest, chosen: System | undefined, call: Call) {
    const product = context.catalogue.products.get(wanted.product) ?? refuse('UNKNOWN_PRODUCT')
    const subscriberId = call.visitor.signedIn?.subscriberId ?? refuse('NOT_ENTITLED')
    await context.requireRoom('downloadLinkPerPerson', subscriberId)
    await offerDownload(context, subscriberId, wanted)
    const known = await describe(product.key, chosen, call)
    const offeredAt = context.now().getTime()
    const query = new URLSearchParams({
      ...(known.system ? { system: known.system } : {}),
      offered: String(offeredAt),
      signature: sign(keys, statement(product.key, known.system, subscriberId, offeredAt)),
    })
    return { link: `/installers/${product.key}?${query.toString()}`, ...known }
  }

  const titleOf = (key: string, { request }: Call): string => productTitle(context.catalogue, key, languageFor(request))

  /**
   * Returns the person's plan of this name, otherwise the catalogue's: a plan removed from the catalogue stays with its
   * subscribers.
   */
  async function ownedPlan(name: string, { visitor }: Call) {
    const subscriberId = visitor.signedIn?.subscriberId
    const owned = subscriberId ? await subscriptionsOf(context.db, subscriberId) : []
    return owned.find((one) => one.plan.name === name)?.plan ?? planOf(context, name)
  }

  return {
    async 'GET /api/v1/plans/{name}/installer'({ path, query }, call) {
      const plan = await ownedPlan(path.name, call)
      const companion = query.companion ? context.catalogue.companion : null
      const product = companion ?? plan.product
      const subscriberId = call.visitor.signedIn?.subscriberId ?? refuse('NOT_ENTITLED')
      await requireDownload(context, subscriberId, companion ? { product } : { product, plan: plan.name })
      const offered = await describe(product, query.system, call)
      return {
        ...offered,
        product,
        title: titleOf(product, call),
        asksAffirmation: companion !== null && (await asksAffirmation(context, subscriberId)),
        files: await checksums(product, offered.system),
      }
    },
    async 'GET /api/v1/plans/{name}/download/link'({ path, query }, call) {
      const plan = await ownedPlan(path.name, call)
      return link({ product: plan.product, plan: plan.name }, query.system, call)
    },
    async 'GET /api/v1/download/statistica'({ query }, call) {
      const product = context.catalogue.companion ?? refuse('UNKNOWN_PRODUCT')
      const offered = await link({ product }, query.system, call)
      const { signedIn, address: from } = call.visitor
      if (query.affirmation && signedIn?.subscriberId)
        await affirmCompanion(context, signedIn.subscriberId, { language: languageFor(call.request), from })
      return offered
    },
    'GET /api/v1/download/{product}': ({ path, query }, call) => link({ product: path.product }, query.system, call),
  } satisfies Partial<Handlers>
}

/** Serves the files. A link is valid for one person, to start within minutes and to resume within hours. */
export function addInstallerRoute(
  app: FastifyInstance,
  { context, installers, keys, cdnKey }: DownloadParts,
  visitors: Visitors,
): void {
  app.get('/installers/:product', async (request, reply) => {
    void reply.header('cache-control', 'private, no-cache')
    const { signedIn } = await visitors.fromRequest(request)
    if (!signedIn) refuse('SIGN_IN_NEEDED')
    const product =
      context.catalogue.products.get((request.params as { product: string }).product) ?? refuse('UNKNOWN_PRODUCT')
    const { system: wanted = null, offered, signature } = request.query as Record<string, unknown>
    const installer = product.installers.find((one) => one.system === wanted) ?? refuse('LINK_EXPIRED')
    if (typeof signature !== 'string' || typeof offered !== 'string') refuse('LINK_EXPIRED')
    const offeredAt = Number(offered)
    if (!isSigned(keys, statement(product.key, installer.system, signedIn.subscriberId ?? '', offeredAt), signature))
      refuse('LINK_EXPIRED')
    const age = context.now().getTime() - offeredAt
    const begun = countKey('download', signature)
    const inTime = age <= lifetimes.downloadStart
    const resumes = /^bytes=[1-9]\d*-\d*$/.test(request.headers.range ?? '') && age <= lifetimes.downloadResume
    // Only a download that started in time can be resumed later, because all but the first byte of a file is almost the
    // file.
    if (!inTime && !(resumes && (await isRemembered(context.db, begun)))) refuse('LINK_EXPIRED')
    await requireDownload(context, signedIn.subscriberId ?? '', { product: product.key })
    if (inTime)
      await noteDownload(context, begun, new Date(offeredAt + lifetimes.downloadResume), signedIn.subscriberId, {
        product: product.title,
        system: installer.system,
      })

    if ('address' in installer) {
      const until = new Date(offeredAt + lifetimes.downloadResume)
      return reply.redirect(cdnKey ? signedAddress(installer.address, cdnKey, until) : installer.address, 302)
    }
    const file = (await installers.file(installer)) ?? refuse('NO_INSTALLER')
    // The same for each copy of a file and after a change of its time, so that a download can be resumed.
    const etag = file.sha256 && `"${file.sha256}"`
    const evaluated = evaluateTags(request.headers, { etag, modified: file.modified })
    const conditional = { method: request.method, headers: evaluated } as IncomingMessage
    const { statusCode, headers, stream } = await send(conditional, `/${encodeURIComponent(file.fileName)}`, {
      root: dirname(file.path),
      cacheControl: false,
      etag: false,
    })
    if (statusCode >= 400) {
      stream.destroy()
      void reply.header('content-range', `bytes */${file.size}`)
      refuse(statusCode === 412 ? 'FILE_CHANGED' : 'NO_SUCH_PART')
    }
    if (etag) void reply.header('etag', etag)
    reply.raw.setTimeout(downloadWaitMs)
    return reply
      .code(statusCode)
      .headers(headers)
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${file.fileName}"`)
      .send(stream)
  })
}

/** Records each link once, however often its file is requested. */
async function noteDownload(
  { db, now }: AppContext,
  begun: string,
  until: Date,
  subscriberId: string | null,
  data: { product: string; system: string | null },
): Promise<void> {
  const isFirst = !(await isRemembered(db, begun))
  await remember(db, begun, until)
  if (isFirst && subscriberId !== null) await addActivity(db, subscriberId, { kind: 'download', data }, now())
}

/**
 * An address on a CDN that its edge can check: `expires` in seconds since 1970, and `signature`, the base64url HMAC-SHA256
 * of `{path}?expires={expires}` (with the address's own query before it, if it has one).
 */
function signedAddress(address: string, key: KeyObject, until: Date): string {
  const signed = new URL(address)
  signed.searchParams.set('expires', String(Math.floor(until.getTime() / 1000)))
  const signature = createHmac('sha256', key)
    .update(signed.pathname + signed.search)
    .digest('base64url')
  signed.searchParams.set('signature', signature)
  return signed.href
}

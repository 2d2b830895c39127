import { dirname } from 'node:path'
import send from '@fastify/send'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../core/errors.ts'
import { lifetimes } from '../../core/limits.ts'
import { mayDownload, offerDownload, type Wanted } from '../actions/offer-download.ts'
import type { Call, Handlers } from '../http/contract-routes.ts'
import type { Visitors } from '../http/visitor.ts'
import type { Installers } from '../installers.ts'
import { isSigned, sign, type Keys } from '../secrets.ts'
import type { Shop } from '../shop.ts'
import { subscriptionsOf } from '../store/subscriptions.ts'
import { planOf } from './plans.ts'

type Rows =
  | 'GET /api/v1/plans/{name}/download/link'
  | 'GET /api/v1/download/statistica'
  | 'GET /api/v1/download/{product}'

export type DownloadParts = { shop: Shop; installers: Installers; keys: Keys }

const statement = (product: string, subscriberId: string, offeredAt: number) =>
  `${product} ${subscriberId} ${offeredAt}`

export function downloadHandlers({ shop, installers, keys }: DownloadParts): Handlers<Rows> {
  async function link(wanted: Wanted, { visitor }: Call) {
    const product = shop.catalogue.products.get(wanted.product) ?? refuse('UNKNOWN_PRODUCT')
    const subscriberId = visitor.signedIn?.subscriberId ?? refuse('NOT_ENTITLED')
    await offerDownload(shop, subscriberId, wanted)
    const offeredAt = shop.now().getTime()
    const query = new URLSearchParams({
      offered: String(offeredAt),
      signature: sign(keys, statement(product.key, subscriberId, offeredAt)),
    })
    const file = await installers.file(product)
    if ('file' in product.installer && !file) refuse('NO_INSTALLER')
    const known = file ? { fileName: file.fileName, size: file.size, sha256: file.sha256 } : {}
    return { link: `/installers/${product.key}?${query.toString()}`, ...known }
  }

  return {
    async 'GET /api/v1/plans/{name}/download/link'({ path }, call) {
      const subscriberId = call.visitor.signedIn?.subscriberId
      const held = subscriberId ? await subscriptionsOf(shop.db, subscriberId) : []
      // A plan that has left the catalogue stays with those who hold it.
      const plan = held.find((one) => one.plan.name === path.name)?.plan ?? planOf(shop, path.name)
      return link({ product: plan.product, plan: plan.name }, call)
    },
    'GET /api/v1/download/statistica': (_input, call) => link({ product: shop.catalogue.companion }, call),
    'GET /api/v1/download/{product}': ({ path }, call) => link({ product: path.product }, call),
  }
}

/** The files themselves. A link is good for one person, to begin within minutes and to resume within hours. */
export function addInstallerRoute(
  app: FastifyInstance,
  { shop, installers, keys }: DownloadParts,
  visitors: Visitors,
): void {
  app.get('/installers/:product', async (request, reply) => {
    void reply.header('cache-control', 'private, no-cache')
    const { signedIn } = await visitors.of(request)
    if (!signedIn) refuse('SIGN_IN_NEEDED')
    const product =
      shop.catalogue.products.get((request.params as { product: string }).product) ?? refuse('UNKNOWN_PRODUCT')
    const { offered, signature } = request.query as Record<string, unknown>
    if (typeof signature !== 'string' || typeof offered !== 'string') refuse('LINK_EXPIRED')
    const offeredAt = Number(offered)
    if (!isSigned(keys, statement(product.key, signedIn.subscriberId ?? '', offeredAt), signature))
      refuse('LINK_EXPIRED')
    const resumed = /^bytes=[1-9]\d*-\d*$/.test(request.headers.range ?? '')
    const age = shop.now().getTime() - offeredAt
    if (age > (resumed ? lifetimes.downloadResume : lifetimes.downloadStart)) refuse('LINK_EXPIRED')
    if (!(await mayDownload(shop, signedIn.subscriberId ?? '', { product: product.key }))) refuse('NOT_ENTITLED')

    if ('address' in product.installer) return reply.redirect(product.installer.address, 302)
    const file = (await installers.file(product)) ?? refuse('NO_INSTALLER')
    const { statusCode, headers, stream } = await send(request.raw, `/${encodeURIComponent(file.fileName)}`, {
      root: dirname(file.path),
      cacheControl: false,
    })
    if (statusCode >= 400) {
      stream.destroy()
      void reply.header('content-range', `bytes */${file.size}`)
      refuse(statusCode === 412 ? 'FILE_CHANGED' : 'NO_SUCH_PART')
    }
    return reply
      .code(statusCode)
      .headers(headers)
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${file.fileName}"`)
      .send(stream)
  })
}

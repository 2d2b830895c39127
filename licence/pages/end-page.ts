import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { noticePage, type Notice } from '../../platform/page-kit.ts'
import type { LicenceContext, PagePorts } from '../context.ts'
import type { Device } from '../database/tables.ts'
import { release } from '../release.ts'
import { findDevice } from '../store/devices.ts'
import { readEndToken } from '../tokens.ts'

/** The address in the email about a new device. */
export const endPath = '/device/end'

/**
 * Ends one sign-in of a device. The signed address is sufficient, because a reader who does not recognise the computer may be unable
 * to sign in. Opening the page changes nothing, because mail programs open links.
 */
export function addEndPage(app: FastifyInstance, context: LicenceContext, ports: PagePorts): void {
  type Asked = FastifyRequest<{ Params: { token: string } }>
  const send = (reply: FastifyReply, notice: Notice) => ports.sendPage(reply, noticePage(notice))

  /** Returns the device, if it is still in the sign-in for which the address was sent. */
  async function deviceOf({ params }: Asked): Promise<Device | undefined> {
    const read = readEndToken(context, params.token)
    const device = read && (await findDevice(context.db, read.device))
    return device && !device.released_at && device.approved_at.getTime() === read.approvedAt ? device : undefined
  }

  const path = `${endPath}/:token`
  app.get(path, async (request: Asked, reply) => {
    const t = ports.wordsFor(request).licence
    const device = await deviceOf(request)
    if (!device) return send(reply, { status: 404, ...t.end.over })
    const product = ports.titleOf(device.product, request)
    const text = device.name ? t.end.text(device.name, product) : t.end.unnamed(product)
    return send(reply, { title: t.end.title, text, button: t.full.signOut })
  })
  app.post(path, async (request: Asked, reply) => {
    const t = ports.wordsFor(request).licence
    const device = await deviceOf(request)
    if (!device) return send(reply, { status: 404, ...t.end.over })
    // Compared again under the lock, because a later approval has its own link.
    const which = { id: device.id, approvedAt: device.approved_at }
    const ended = await release(context, which, device.subscriber_id, 'owner')
    if (ended.length === 0) return send(reply, { status: 404, ...t.end.over })
    return send(reply, t.end.done)
  })
}

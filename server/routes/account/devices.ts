import type { Output } from '../../../contract/contract.ts'
import type { ErrorCode } from '../../../contract/error-codes.ts'
import { refuse } from '../../../contract/errors.ts'
import type { DeviceView } from '../../../domain/account/device.ts'
import { signOutDevice, type SignOutIn } from '../../actions/devices/sign-out-device.ts'
import { productTitle, vendorTitle } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { languageFor } from '../../http/language.ts'
import { findSubscriber } from '../../store/subscribers/subscribers.ts'
import { administratorOf } from '../caller.ts'

type View = Output<'GET /api/v1/account/devices'>[number]

/** The functions of licences that the routes need. */
export type Devices = {
  devicesOf(subscriberId: string): Promise<DeviceView[]>
  signOut(subscriberId: string, id: string | null, by: 'owner'): Promise<readonly unknown[]>
  signOutIn: SignOutIn
  giveFile(
    subscriberId: string,
    request: string,
    network: string,
  ): Promise<
    | { file: string; fileName: string }
    | { problem: Exclude<FileProblem, 'tooMany'> }
    | { problem: 'tooMany'; retryAfter: number }
  >
}

type FileProblem = 'invalid' | 'not-offered' | 'not-entitled' | 'on-hold' | 'devices' | 'swaps' | 'tooMany'
const problemCodes = {
  invalid: 'LICENCE_REQUEST_INVALID',
  'not-offered': 'LICENCE_FILES_NOT_OFFERED',
  'not-entitled': 'NOT_ENTITLED',
  'on-hold': 'ACCOUNT_ON_HOLD',
  devices: 'DEVICE_LIMIT',
  swaps: 'DEVICE_ADDITIONS',
  tooMany: 'TOO_MANY_REQUESTS',
} as const satisfies Record<FileProblem, ErrorCode>

/** The computers on which people are signed in to a program, as they and support see them. */
export function deviceHandlers(context: AppContext, devices: Devices) {
  const titleOf = (product: string) => vendorTitle(context.catalogue, product)
  const view = (device: DeviceView, title: string): View => {
    const { id, name, system, version, approved, lastSeen, leaseUntil } = device
    return {
      id,
      product: title,
      name,
      system,
      version,
      approved: approved.toISOString(),
      lastSeen: lastSeen.toISOString(),
      leaseUntil: leaseUntil !== null && leaseUntil > context.now() ? leaseUntil.toISOString() : null,
    }
  }

  return {
    async 'GET /api/v1/account/devices'(_input, { visitor, request }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const own = subscriberId === null ? [] : await devices.devicesOf(subscriberId)
      const language = languageFor(request)
      return own
        .filter(({ signedOut }) => signedOut === null)
        .map((device) => view(device, productTitle(context.catalogue, device.product, language)))
    },

    async 'POST /api/v1/account/devices/{id}/sign-out'({ path: { id } }, { visitor }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const signedOut = subscriberId === null ? [] : await devices.signOut(subscriberId, id, 'owner')
      if (signedOut.length === 0) refuse('NOT_FOUND')
    },

    async 'POST /api/v1/account/devices/sign-out'(_input, { visitor }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      if (subscriberId !== null) await devices.signOut(subscriberId, null, 'owner')
    },

    async 'POST /api/v1/account/licence-file'({ body: { request } }, { visitor, reply }) {
      const { subscriberId } = visitor.signedIn ?? refuse('SIGN_IN_NEEDED')
      const outcome = await devices.giveFile(subscriberId ?? refuse('NOT_FOUND'), request, visitor.address)
      if ('retryAfter' in outcome) void reply.header('retry-after', String(outcome.retryAfter))
      if ('problem' in outcome) refuse(problemCodes[outcome.problem])
      void reply.header('content-disposition', `attachment; filename="${outcome.fileName}"`)
      return reply.type('application/jose').send(outcome.file) as never
    },

    async 'GET /api/v1/subscribers/{id}/devices'({ path }) {
      const { id } = (await findSubscriber(context.db, path.id)) ?? refuse('NOT_FOUND')
      return (await devices.devicesOf(id)).map((device) => ({
        ...view(device, titleOf(device.product)),
        signedOut: device.signedOut?.toISOString() ?? null,
        signedOutBy: device.signedOutBy,
      }))
    },

    async 'POST /api/v1/subscribers/{id}/devices/{device}/sign-out'({ path, body: { comment } }, call) {
      const target = { subscriber: path.id, device: path.device }
      await signOutDevice(context, devices.signOutIn, target, administratorOf(call), comment)
    },
  } satisfies Partial<Handlers>
}

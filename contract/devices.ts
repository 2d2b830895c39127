import { releasers } from '../domain/account/device.ts'
import { z } from 'zod'
import { byId, comment, empty, lines, slug } from './rows/input.ts'
import { moment } from './rows/response-schemas.ts'
import { row } from './rows/row.ts'

const device = z.object({
  id: z.string(),
  product: z.string(),
  /** The program's description of its computer; empty if it sends none. */
  name: z.string(),
  system: z.string(),
  version: z.string(),
  approved: z.iso.datetime(),
  /** When its program last requested a licence. */
  lastSeen: z.iso.datetime(),
  /** Until when its program runs without a connection; null before the first licence, and once that time has passed. */
  leaseUntil: moment,
})

const deviceId = slug

/** The rows of the computers on which people are signed in to a program. */
export const deviceRows = {
  'GET /api/v1/account/devices': row({
    who: 'signed-in',
    operation: 'listOwnDevices',
    summary: 'List the own devices',
    description: 'The computers on which a program is signed in, the newest first.',
    errors: [],
    output: z.array(device),
  }),
  'POST /api/v1/account/devices/{id}/sign-out': row({
    who: 'signed-in',
    operation: 'signOutOwnDevice',
    summary: 'Sign out one of the own devices',
    description: 'Its program gets a signed refusal at its next renewal.',
    errors: ['NOT_FOUND'],
    path: z.object({ id: deviceId }),
    body: empty,
    output: null,
  }),
  'POST /api/v1/account/devices/sign-out': row({
    who: 'signed-in',
    operation: 'signOutOwnDevices',
    summary: 'Sign out all own devices',
    errors: [],
    body: empty,
    output: null,
  }),
  'POST /api/v1/account/licence-file': row({
    who: 'signed-in',
    operation: 'getLicenceFile',
    summary: 'Get the licence file of a computer without a network',
    description:
      '`request` is the text of the file that the program has saved. The computer counts as a device from then on. The format of both files is in the documentation of the product.',
    errors: [
      'NOT_FOUND',
      'NOT_ENTITLED',
      'ACCOUNT_ON_HOLD',
      'LICENCE_REQUEST_INVALID',
      'LICENCE_FILES_NOT_OFFERED',
      'DEVICE_LIMIT',
      'DEVICE_ADDITIONS',
    ],
    body: z.strictObject({ request: lines }),
    form: true,
    output: null,
    file: 'application/jose',
  }),
  'GET /api/v1/subscribers/{id}/devices': row({
    who: 'support',
    operation: 'listDevices',
    scope: 'subscribers:read',
    summary: 'List the devices of a person',
    description: 'The newest first, with those that were signed out in the last 90 days.',
    errors: [],
    path: byId,
    output: z.array(device.extend({ signedOut: moment, signedOutBy: z.enum(releasers).nullable() })),
  }),
  'POST /api/v1/subscribers/{id}/devices/{device}/sign-out': row({
    who: 'support',
    operation: 'signOutDevice',
    summary: 'Sign out a device of a person',
    description:
      'With a reason. The person is notified by email. The status is 403 for an account with a role if support asks.',
    errors: ['OWN_PERSON'],
    path: byId.extend({ device: deviceId }),
    body: z.strictObject({ comment }),
    output: null,
  }),
} as const

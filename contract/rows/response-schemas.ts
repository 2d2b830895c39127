import { dplStatuses } from '../../domain/screening/dpl-status.ts'
import { z } from 'zod'
import { subscriptionStatuses } from '../../domain/subscription/subscription.ts'

/** Schemas that the responses of several calls share. */

export const redirectUrl = z.object({ redirectUrl: z.string() })
export const moment = z.iso.datetime().nullable()
export const status = z.enum(subscriptionStatuses)

/** The result for each id of a bulk action. */
export const bulkResults = z.array(
  z.object({ id: z.string(), status: z.int(), code: z.string().optional(), message: z.string().optional() }),
)

export const dplStatus = z.enum(dplStatuses)

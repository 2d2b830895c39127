import type { ConnectDb } from '../../../../connect/database/tables.ts'
import { deliveryCounts } from '../../../../connect/store/delivery-list.ts'
import { allEndpoints } from '../../../../connect/store/endpoints.ts'
import { machineTime } from '../../process/clock.ts'
import type { Db } from '../../../store/tables.ts'
import type { Finding } from './storage.ts'

/** How long a message can be due, in seconds, before that is a warning. */
const longestDue = 900

/** Reports the state of the webhook endpoints; nothing without any. */
export async function checkWebhooks(db: Db): Promise<Finding[]> {
  const about = 'webhooks'
  const own = db as unknown as ConnectDb
  const endpoints = await allEndpoints(own)
  if (endpoints.length === 0) return []
  const { waiting, failed, oldest } = await deliveryCounts(own, machineTime())
  const isLate = oldest > longestDue
  const late = isLate ? ` The oldest has been due for ${Math.round(oldest / 60)} minutes.` : ''
  const counts: Finding = {
    level: isLate ? 'warning' : 'ok',
    about,
    sentence: `Waiting messages: ${waiting}. Permanently failed: ${failed}.${late}`,
  }
  const broken = endpoints.filter(
    ({ state, off_reason: reason }) => state === 'failing' || (reason ?? 'paused') !== 'paused',
  )
  return [
    counts,
    ...broken.map(({ url, state }): Finding => {
      const how = state === 'off' ? 'was switched off' : 'is failing'
      return { level: 'warning', about, sentence: `The endpoint at ${new URL(url).host} ${how}. See Integrations.` }
    }),
  ]
}

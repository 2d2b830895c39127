import type { LicenceDb } from '../../../../licence/database/tables.ts'
import { readKeys } from '../../../../licence/keys/key-rows.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../../store/tables.ts'
import { presentSecrets } from './present-secrets.ts'
import type { Finding } from './storage.ts'

const about = 'licence keys'

/**
 * Checks whether the secrets decrypt the keys that sign licences; reports nothing before the first start with a licensed
 * product.
 */
export async function checkLicenceKeys(db: Db, config: Pick<Config, 'secrets' | 'dataDir'>): Promise<Finding[]> {
  const own = db as unknown as LicenceDb
  const any = await own.selectFrom('licence_keys').select('kid').limit(1).execute()
  if (any.length === 0) return []
  try {
    const keys = await readKeys(own, await presentSecrets(config))
    const current = keys.filter(({ state }) => state === 'current')
    const lacking = current.filter(
      (key) => !keys.some((one) => one.state === 'next' && one.algorithm === key.algorithm),
    )
    const named = current.map(({ algorithm, kid }) => `${algorithm} ${kid}`).join(', ')
    return [
      { level: 'ok', about, sentence: `The secrets decrypt all keys (${keys.length}). Current: ${named}.` },
      ...lacking.map(({ algorithm }): Finding => ({
        level: 'warning',
        about,
        sentence: `${algorithm} has no next key. The next start creates it.`,
      })),
    ]
  } catch (error) {
    return [{ level: 'fault', about, sentence: error instanceof Error ? error.message : String(error) }]
  }
}

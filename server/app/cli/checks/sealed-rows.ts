import type { ConnectDb } from '../../../../connect/database/tables.ts'
import { unopenedEndpoints } from '../../../../connect/webhooks/endpoints.ts'
import { withIdentityTables } from '../../../../identity/database/tables.ts'
import { countUnopenedFactors } from '../../../../identity/factors/factors.ts'
import { createSealing } from '../../../../platform/crypto/sealing.ts'
import { deriveKeys } from '../../../../platform/crypto/secrets.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../../store/tables.ts'
import { presentSecrets } from './present-secrets.ts'
import type { Finding } from './storage.ts'

/** Reports second factors and signing secrets of webhooks that no secret decrypts; nothing if there are none. */
export async function checkSealedRows(db: Db, config: Pick<Config, 'secrets' | 'dataDir'>): Promise<Finding[]> {
  const secrets = await presentSecrets(config)
  const sealing = createSealing(deriveKeys(secrets, 'sealed'))
  const factors = await countUnopenedFactors(withIdentityTables(db), secrets)
  const hosts = await unopenedEndpoints({ db: db as unknown as ConnectDb, sealing })
  const about = 'secrets'
  return [
    ...(factors === 0 ? [] : [factorsSentence(factors)]),
    ...hosts.map(
      (host) => `No secret in SECRET decrypts the signing secret of the webhook endpoint at ${host}. ${remedy}`,
    ),
  ].map((sentence): Finding => ({ level: 'fault', about, sentence }))
}

const remedy =
  'Add the secret that encrypted it to SECRET again, after the newest one, or rotate the signing secret under Integrations.'

const factorsSentence = (count: number) =>
  `Second factors that no secret in SECRET decrypts: ${count}. Nobody can sign in with them. ` +
  'Add the secret that encrypted them to SECRET again, after the newest one, or reset them with npm run administrators.'

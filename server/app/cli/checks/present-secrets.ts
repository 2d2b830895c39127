import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keptSecret, randomToken } from '../../../../platform/crypto/secrets.ts'
import type { Config } from '../../config/config.ts'

/** Returns the secrets that the next start would use. Without any, it would create one, which decrypts nothing. */
export async function presentSecrets({
  secrets,
  dataDir,
}: Pick<Config, 'secrets' | 'dataDir'>): Promise<readonly string[]> {
  return secrets ?? [existsSync(join(dataDir, 'secret')) ? await keptSecret(dataDir) : randomToken()]
}

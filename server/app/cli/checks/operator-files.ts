import { join } from 'node:path'
import { missingInstallers } from '../../../installers.ts'
import type { OperatorFiles } from '../../../operator-files.ts'
import type { Config } from '../../config/config.ts'
import { documentsWarning } from '../../integrations/mail.ts'
import type { Finding } from './storage.ts'

/** Warns of legal documents that the brand links to and that have no page. */
export function checkDocuments(config: Pick<Config, 'sandbox'>, { brand }: OperatorFiles): Finding[] {
  const sentence = documentsWarning(brand, config)
  return sentence === null ? [] : [{ level: 'warning', about: 'documents', sentence }]
}

/** Warns of products whose installers are missing. In the sandbox the start creates samples of them. */
export async function checkInstallers(
  { dataDir, sandbox }: Pick<Config, 'dataDir' | 'sandbox'>,
  { catalogue }: OperatorFiles,
): Promise<Finding[]> {
  if (sandbox.mail) return []
  const folder = join(dataDir, 'installers')
  const lines = [...catalogue.products.values()].map(async (product): Promise<Finding[]> => {
    const missing = await missingInstallers(folder, product)
    if (missing.length === 0) return []
    const sentence = `Installers of ${product.title} are missing in ${folder}: ${missing.join(', ')}.`
    return [{ level: 'warning', about: 'installers', sentence }]
  })
  return (await Promise.all(lines)).flat()
}

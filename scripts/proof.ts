import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../server/database/embedded/embedded.ts'
import { aCertificate } from '../test/support/servers/certificate.ts'
import { buildIfOutdated } from './build/fresh.ts'
import { requireTools } from './proof/tools.ts'
import { root, runScript } from './run.ts'

/** Tests of `npm test` that run longer here. */
const larger: Record<string, string> = {
  webhooks: 'test/spec/renewals/webhooks.test.ts',
  races: 'test/spec/people/races.test.ts',
}

/**
 * `npm run proof`: runs the product behind the programs that docs/how-to/ names, with their sample configuration, sends
 * it requests generated from its API document, and makes its dependencies fail. Accepts stories (`fuzz`) or files to
 * run only those.
 */
const fileOf = (name: string) => larger[name] ?? `test/proof/${name}.proof.ts`
const named = process.argv.slice(2).map((name) => (/^\w+$/.test(name) ? fileOf(name) : name))
/** Stories that need no program beside the product. */
const alone = [
  'fuzz',
  'input',
  'slow',
  'flood',
  'overload',
  'exports',
  'clock',
  'database',
  'mail',
  'timing',
  'kills',
  ...Object.keys(larger),
].map(fileOf)
const folder = mkdtempSync(join(tmpdir(), 'tillhouse-proof-'))

await runScript(async () => {
  const tools = named.length > 0 && named.every((file) => alone.includes(file)) ? {} : await requireTools()
  await buildIfOutdated()
  const { key, cert } = aCertificate('localhost')
  const [keyFile, certFile, both] = ['key', 'cert', 'both'].map((name) => join(folder, `${name}.pem`)) as [
    string,
    string,
    string,
  ]
  writeFileSync(keyFile, key)
  writeFileSync(certFile, cert)
  writeFileSync(both, cert + key)
  const database = await startEmbedded({ folder: join(folder, 'postgres'), log: () => undefined, fsync: false })
  try {
    process.exitCode = await runTests({
      ...tools,
      TEST_DATABASE_URL: database.ownerUrl,
      PROOF_KEY: keyFile,
      PROOF_CERTIFICATE: certFile,
      PROOF_BOTH: both,
      // The proof's clients trust the certificate that the proxies use.
      NODE_EXTRA_CA_CERTS: certFile,
    })
  } finally {
    await database.stop()
  }
})
rmSync(folder, { recursive: true, force: true })

function runTests(env: NodeJS.ProcessEnv): Promise<number> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/proof/vitest.config.ts']
  process.on('SIGINT', () => undefined)
  return new Promise((resolve, reject) => {
    const runner = spawn(process.execPath, [...vitest, ...named], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    process.on('SIGTERM', () => runner.kill('SIGTERM'))
    runner.on('error', reject)
    runner.on('close', (code) => resolve(code ?? 1))
  })
}

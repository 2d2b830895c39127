import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkDependencies } from './dependencies.ts'
import { checkGenerated, checkLinks, checkOperation } from './documents.ts'
import { checkLicences } from './licences.ts'
import { auditPackages } from './audit.ts'
import { bundleBudget } from './budgets.ts'
import { productFolders } from '../folders.ts'
import { root, runTool, type Outcome } from '../run.ts'
import { checkMap, checkSecurity } from './specification-map.ts'

export type Step = { name: string; run: () => Promise<Outcome & { note?: string }> }

const projects = ['.', 'domain', 'web', 'test']

/** Everything that can be checked without running the product. The slowest come first. */
export const steps: Step[] = [
  { name: 'types', run: types },
  { name: 'lint', run: () => runTool('oxlint/bin/oxlint', []) },
  { name: 'imports', run: () => runTool('dependency-cruiser/bin/dependency-cruiser.mjs', imports) },
  { name: 'unused', run: () => runTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints']) },
  // Code that only tests use counts as unused.
  { name: 'product', run: () => runTool('knip/bin/knip.js', inProduct) },
  { name: 'bundle', run: bundleBudget },
  { name: 'format', run: () => runTool('oxfmt/bin/oxfmt', ['--check', '.']) },
  { name: 'map', run: async () => silent([...checkMap(), ...checkSecurity()]) },
  { name: 'docs', run: async () => silent([...checkGenerated(), ...checkLinks(), ...checkOperation()]) },
  { name: 'licences', run: async () => silent(await checkLicences()) },
  { name: 'audit', run: auditPackages },
  { name: 'versions', run: async () => silent(await checkDependencies()) },
]

// The linter rejects circular imports, in tests and scripts too.
const imports = ['--config', '.dependency-cruiser.js', '--output-type', 'err-long', 'packages', ...productFolders]
const inProduct = ['--production', '--no-progress', '--no-config-hints', '--include', 'files,exports,types,unlisted']

async function types(): Promise<Outcome> {
  const present = projects.filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
  const outcomes = await Promise.all(
    present.map((folder) => runTool('@typescript/native/bin/tsc', ['--noEmit', '-p', folder])),
  )
  const lines = new Set(outcomes.flatMap(({ output }) => output.split('\n')))
  return { ok: outcomes.every(({ ok }) => ok), output: [...lines].join('\n') }
}

function silent(complaints: string[]): Outcome {
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

/** Runs all steps, two at a time, one line each; true when all went well. */
export async function runSteps(): Promise<boolean> {
  const waiting = [...steps]
  let good = true
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      good = (await runStep(step)) && good
    }
  }
  await Promise.all([worker(), worker()])
  return good
}

async function runStep({ name, run }: Step): Promise<boolean> {
  const begun = performance.now()
  const { ok, output, note } = await run().catch((error: unknown) => ({ ok: false, output: String(error), note: '' }))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(`${ok ? '✔' : '✖'} ${name.padEnd(9)} ${seconds.padStart(5)} s${note === undefined ? '' : `   ${note}`}`)
  if (!ok) console.error(output.trimEnd())
  return ok
}

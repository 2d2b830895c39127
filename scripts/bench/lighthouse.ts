import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, delimiter, join } from 'node:path'
import { findChromium } from '../chromium/chromium.ts'
import { run } from '../run.ts'
import { median } from './load.ts'
import type { BenchResult } from './bench-result.ts'

const visits = 5
/** npm fetches it for the run, because its two hundred packages are not part of this project. */
const version = 'lighthouse@13.5.0'
const chromeFlags = '--headless=new --no-sandbox --disable-background-networking'

type Report = {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Runs Lighthouse's mobile test (simulated phone and connection), medians of five. Meaningful only if nothing else runs
 * on the machine. `headers`: those of a signed-in person; search engines cannot see such a page, so its goal is another.
 */
export async function measureWithLighthouse(
  url: string,
  paths: readonly string[],
  headers: Record<string, string> | null = null,
): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-lighthouse-'))
  try {
    const lines: BenchResult[] = []
    for (const path of paths) {
      const reports: Report[] = []
      for (let one = 0; one < visits; one += 1)
        reports.push(await visit(url + path, headers, join(folder, 'report.json')))
      const score = (name: string) =>
        Math.round(median(reports.map((report) => (report.categories[name]?.score ?? 0) * 100)))
      const value = (name: string) => median(reports.map((report) => report.audits[name]?.numericValue ?? NaN))
      const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map(score)
      const shift = value('cumulative-layout-shift')
      lines.push({
        what: `Lighthouse, mobile, ${path.replace(/[0-9a-f-]{36}$/, '…')}`,
        seen: `${scores.join(' / ')}; largest ${(value('largest-contentful-paint') / 1000).toFixed(1)} s, blocked ${value('total-blocking-time').toFixed(0)} ms, shift ${shift.toFixed(3)}`,
        ...(headers
          ? { goal: 'accessibility 100; shift ≤ 0.02', met: scores[1] === 100 && shift <= 0.02 }
          : { goal: '100 / 100 / 100 / 100; shift 0', met: scores.every((each) => each === 100) && shift === 0 }),
      })
    }
    return lines
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function visit(url: string, headers: Record<string, string> | null, file: string): Promise<Report> {
  const asked = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=${chromeFlags}`,
    ...(headers ? [`--extra-headers=${JSON.stringify(headers)}`] : []),
  ]
  const args = ['exec', '--yes', `--package=${version}`, '--', 'lighthouse', ...asked]
  // It must use the Node that runs this, whichever one the machine has.
  const PATH = dirname(process.execPath) + delimiter + (process.env['PATH'] ?? '')
  const { ok, output } = await run('npm', args, {
    env: { PATH, CHROME_PATH: await findChromium() },
    timeoutMs: 300_000,
  })
  if (!ok) throw new Error(output)
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root, seedPeople } from '../../run.ts'
import { median } from '../load.ts'
import { startProduct, type Product } from '../product.ts'
import type { BenchResult } from '../bench-result.ts'

const official = join(root, '../shared/screening')
const page = '/try/analytics-trial'
/** Ms between two requests, like a shop with moderate traffic. */
const pause = 40
/** The number of requests on the idle shop, before and after. */
const quiet = 300

type Run = { people: number; changed: number; seconds: number }

/**
 * Measures how long it takes to screen this many people again when official lists arrive, and the effect on visitors.
 */
export async function measureRescreening(subscribers: number): Promise<BenchResult[]> {
  if (!existsSync(official))
    return [{ what: 'screening again', seen: 'no official lists in ../shared/screening', goal: '', met: null }]
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-bench-'))
  try {
    const lists = join(folder, 'lists')
    await mkdir(lists)
    await copyFile(join(official, 'csl.csv'), join(lists, 'csl.csv'))
    await seedPeople(subscribers, { DATA_DIR: folder })
    const product = await startProduct(folder, { SCREENING_DIR: lists })
    try {
      return await measure(product, folder, lists)
    } finally {
      await product.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(product: Product, folder: string, lists: string): Promise<BenchResult[]> {
  await finished(folder, 1)
  const before = await visited(product, () => false)
  const memory = await product.megabytes()
  for (const file of ['sdn.csv', 'alt.csv', 'add.csv', 'dpl.txt'])
    await copyFile(join(official, file), join(lists, file))
  // The list of one file arrives first; everyone must be compared with all lists.
  await wait(5000)
  let most = 0
  const during = await visited(product, async () => {
    most = Math.max(most, await product.megabytes())
    return runs(folder).length < 2
  })
  const compared = comparing(product.pid)
  const after = await visited(product, () => false)
  const done = runs(folder).at(-1)
  if (!done) throw new Error('no one was screened again')
  const calm = median([...before, ...after])
  const slower = median(during) / calm - 1
  const many = done.people.toLocaleString('en-GB')
  return [
    {
      what: `${many} people screened again`,
      seen: `${done.seconds} s, ${done.changed} with another result`,
      goal: `≤ ${Math.round((180 * done.people) / 100_000)} s`,
      met: done.seconds <= (180 * done.people) / 100_000,
    },
    {
      what: 'of it comparing, the lists read first',
      seen: compared === null ? 'only to be had on Linux' : `${compared.toFixed(1)} s of one core`,
      goal: '',
      met: null,
    },
    {
      what: 'the trial page meanwhile',
      seen: `${median(during).toFixed(1)} ms instead of ${calm.toFixed(1)} ms (${during.length} visits)`,
      goal: 'at most a fifth more',
      met: slower <= 0.2,
    },
    {
      what: 'memory with all lists, at the most',
      seen: `${(most - memory).toFixed(0)} MB more than with a small one`,
      goal: '≤ 150 MB',
      met: most - memory <= 150,
    },
  ]
}

/**
 * Returns the processor time in seconds of the comparing thread, the only one with low priority. Wall-clock time is
 * unreliable on a busy machine.
 */
function comparing(pid: number): number | null {
  const folder = `/proc/${pid}/task`
  if (!existsSync(folder)) return null
  const seconds = readdirSync(folder).map((thread) => {
    const [, fields = ''] = readFileSync(`${folder}/${thread}/stat`, 'utf8').split(/\) (?!.*\))/)
    const values = fields.split(' ').map(Number)
    const [user = 0, system = 0, nice = 0] = [values[11], values[12], values[16]]
    return nice > 0 ? (user + system) / 100 : 0
  })
  return seconds.reduce((sum, one) => sum + one, 0)
}

/**
 * Returns the duration of visits in milliseconds, one after the other, while a process is running, and for a minimum
 * time.
 */
async function visited(product: Product, goesOn: () => boolean | Promise<boolean>): Promise<number[]> {
  const times: number[] = []
  for (;;) {
    const begun = performance.now()
    const answer = await fetch(product.url + page)
    await answer.text()
    times.push(performance.now() - begun)
    await wait(pause)
    if (times.length % 50 === 0 && times.length >= quiet && !(await goesOn())) return times
  }
}

async function finished(folder: string, amount: number): Promise<void> {
  while (runs(folder).length < amount) await wait(1000)
}

/** Returns the runs in the product's log. */
function runs(folder: string): Run[] {
  return readFileSync(join(folder, 'bench.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('everybody was screened again'))
    .map((line) => JSON.parse(line) as Run)
}

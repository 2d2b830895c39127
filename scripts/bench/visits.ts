import { setTimeout as wait } from 'node:timers/promises'
import { chromium, type Browser } from 'playwright'
import { findChromium } from '../chromium.ts'
import { median } from './load.ts'
import type { Line } from './measures.ts'

const visits = 5
/** Ms after the network has fallen silent in which a late shift or a late task may still come. */
const aftermath = 2_000

/** What Lighthouse takes for a telephone, and what its throttled connection is when nothing is simulated. */
const telephone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const connection = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 }
const slowdown = 4
/** Ms up to which Lighthouse calls them good. */
const good = { largest: 2_500, blocked: 200 }

type Seen = { first: number; largest: number; shift: number; blocked: number }

/**
 * Not Lighthouse, which this project does not have: the three of its measures that make four fifths of its mobile score, on the
 * telephone and the connection that it describes, each visit with an empty cache. They say nothing of its other categories.
 */
export async function measureVisits(url: string, paths: readonly string[]): Promise<Line[]> {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    const lines: Line[] = []
    for (const path of paths) {
      const seen: Seen[] = []
      for (let one = 0; one < visits; one += 1) seen.push(await visit(browser, url + path))
      const middle = (what: keyof Seen) => median(seen.map((each) => each[what]))
      const [largest, shift, blocked] = [middle('largest'), middle('shift'), middle('blocked')]
      lines.push({
        what: `${path} on a slow telephone`,
        seen: `first paint ${middle('first').toFixed(0)} ms, largest ${largest.toFixed(0)} ms, blocked ${blocked.toFixed(0)} ms, shift ${shift.toFixed(3)}`,
        goal: `largest ≤ ${good.largest} ms, blocked ≤ ${good.blocked} ms, shift 0; Lighthouse itself ≥ 95`,
        met: largest <= good.largest && blocked <= good.blocked && shift === 0,
      })
    }
    return lines
  } finally {
    await browser.close()
  }
}

async function visit(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext(telephone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', connection)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript({ content: watch })
    await page.goto(url, { waitUntil: 'networkidle' })
    await wait(aftermath)
    return (await page.evaluate('globalThis.seenOnVisit()')) as Seen
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything else. What is blocked is what tasks after the first paint take beyond 50 ms each. */
const watch = `{
  const all = { paint: [], 'largest-contentful-paint': [], 'layout-shift': [], longtask: [] }
  for (const type of Object.keys(all))
    new PerformanceObserver((list) => all[type].push(...list.getEntries())).observe({ type, buffered: true })
  globalThis.seenOnVisit = () => {
    const first = all.paint.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? NaN
    const sum = (entries, of) => entries.reduce((total, entry) => total + of(entry), 0)
    return {
      first,
      largest: all['largest-contentful-paint'].at(-1)?.startTime ?? NaN,
      shift: sum(all['layout-shift'].filter((entry) => !entry.hadRecentInput), (entry) => entry.value),
      blocked: sum(all.longtask.filter((task) => task.startTime + task.duration > first), (task) => Math.max(0, task.duration - 50)),
    }
  }
}`

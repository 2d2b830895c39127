import assert from 'node:assert/strict'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright'
import { TestRunner } from 'vitest'
import { findChromium } from '../../../scripts/chromium/chromium.ts'
import { root } from '../../../scripts/run.ts'
import { sharePages, type Lent, type Opened } from './shared-pages.ts'
import { timeoutMs } from '../eventually.ts'
import type { TestVisitor } from '../http/visitor.ts'
import { whenOver } from '../when-over.ts'

const flags = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The processor draws in either case; without the GPU process a page costs a sixth less.
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  // The pages of a context share one process and its compiled scripts.
  '--renderer-process-limit=1',
]

export type Visit = Omit<BrowserContextOptions, 'baseURL'> & {
  /** The visitor whose session the browser has; none by default. */
  as?: TestVisitor
  /** Complaints that this test provokes on purpose. */
  tolerate?: RegExp
  /**
   * In a context of its own: for tests that set the page's clock, add to all its scripts or need an empty cache, which
   * would affect the next test.
   */
  alone?: boolean
}

export type TestBrowser = {
  /** Runs a test, or a part of it, with its own clean page; it fails on every complaint of the page. */
  visit(...given: [Story] | [Visit, Story]): Promise<void>
}

type Story = (page: Page) => Promise<unknown>

const isTraced = process.env['TEST_TRACE'] === '1'

let launched: Promise<Browser> | undefined

/**
 * Starts one Chromium for all tests of this process. It ends with the process. The test runner handles the signals,
 * because Playwright would call `process.exit`, which Vitest does not accept from its processes.
 */
async function launch(): Promise<Browser> {
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return chromium.launch({ executablePath: await findChromium(), args: flags, ...signals })
}

/** Starts Chromium for the tests of this file; call it once, at the top. Addresses are relative to `url`. */
export async function useBrowser({ url }: { url: string }): Promise<TestBrowser> {
  const browser = await (launched ??= launch())
  const open = async (options: BrowserContextOptions): Promise<Opened> => {
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options })
    context.setDefaultTimeout(timeoutMs)
    if (options.javaScriptEnabled !== false) context.on('page', waitForScripts)
    const page = await context.newPage()
    return { page, complaints: await complaintsOf(page) }
  }
  const openAlone = async (options: BrowserContextOptions): Promise<Lent> => {
    const opened = await open(options)
    return { ...opened, giveBack: () => opened.page.context().close() }
  }
  const shared = sharePages(open)
  whenOver(shared.close)
  return {
    async visit(...given) {
      const [{ as, tolerate, alone = false, ...options }, story] = given.length === 1 ? [{}, given[0]] : given
      // A trace covers one context.
      const { page, complaints, giveBack } = await (alone || isTraced ? openAlone(options) : shared.lend(options))
      const context = page.context()
      if (as) await context.addCookies([...as.cookies].map(([name, value]) => ({ name, value, url })))
      const failed = await keepOnFailure(context)
      let isGood = false
      try {
        await story(page)
        assert.deepEqual(
          complaints.filter((complaint) => !tolerate?.test(complaint)),
          [],
          'the page complained',
        )
        isGood = true
      } catch (error) {
        await failed()
        throw error
      } finally {
        // A page that refreshes periodically may be in the middle of a request.
        for (const each of context.pages()) await each.unrouteAll({ behavior: 'ignoreErrors' })
        await context.unrouteAll({ behavior: 'ignoreErrors' })
        await giveBack(isGood)
      }
    },
  }
}

/**
 * Keeps the state of a failed test in test-results/failed: a picture of each page and, with TEST_TRACE=1, everything
 * that happened, for `npx playwright show-trace`.
 */
async function keepOnFailure(context: BrowserContext): Promise<() => Promise<void>> {
  if (isTraced) await context.tracing.start({ screenshots: true, snapshots: true, sources: true })
  return async () => {
    const name = (TestRunner.getCurrentTest()?.fullName ?? 'test').replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 150)
    const path = (end: string) => join(root, 'test-results/failed', `${name}${end}`)
    // A page that no longer responds has no picture; the test's own error is the one to show.
    const pictures = context
      .pages()
      .map((page, index) => page.screenshot({ path: path(`-${index + 1}.png`), timeout: 5_000 }))
    await Promise.allSettled(pictures)
    if (isTraced) await context.tracing.stop({ path: path('.zip') })
  }
}

/** Makes every navigation wait for the scripts, on this page and on further tabs of its context. */
function waitForScripts(page: Page): void {
  for (const way of ['goto', 'reload', 'goBack', 'goForward', 'waitForURL'] as const) {
    const open = page[way].bind(page) as (...given: unknown[]) => Promise<never>
    page[way] = async (...given: unknown[]) => {
      const answer = await open(...given)
      const how = given.at(-1) as { waitUntil?: string } | string | undefined
      if (typeof how !== 'object' || how.waitUntil === undefined) await alive(page)
      return answer
    }
  }
}

/** Waits until the scripts have hydrated the page, if it has any; earlier presses have no effect. */
export async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const root = document.querySelector('[data-root]')
    if (root === null || document.getElementById('page-data') === null) return true
    // React stores its tree there; the page counts as hydrated once all of the tree is.
    const [, taken] = Object.entries(root).find(([key]) => key.startsWith('__reactContainer$')) ?? []
    type Taken = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
    if (taken === undefined || (taken as Taken).stateNode.current.memoizedState.isDehydrated) return false
    // Parts in files of their own are hydrated after the surrounding page; the dialog about the end of the session is
    // last.
    const parts = root.querySelectorAll('button, dialog, form, input, select, summary, textarea, main > :last-child')
    return [...parts].every((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber$')))
  })
}

/**
 * Collects script errors, errors on the console and violations of the content security policy, including Trusted Types.
 */
async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(`fault: ${error.message}`))
  page.on('console', (message) => {
    // The browser's own message about an intended response, such as a 404 for an unknown address.
    const refused = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !refused) complaints.push(`console: ${message.text()}`)
  })
  await page.exposeFunction('reportBreach', (breach: string) => void complaints.push(`policy: ${breach}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
      const { reportBreach } = window as unknown as { reportBreach: (breach: string) => void }
      reportBreach(`${effectiveDirective} ${blockedURI} ${sample}`)
    })
  })
  return complaints
}

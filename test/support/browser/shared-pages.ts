import type { BrowserContextOptions, Page } from 'playwright'

/** A page at the disposal of one test. */
export type Lent = {
  page: Page
  /** What the page complained about. */
  complaints: string[]
  /** Removes what the test left; after a failed test, the page is not used again. */
  giveBack: (isGood: boolean) => Promise<void>
}

export type Opened = Pick<Lent, 'page' | 'complaints'>

const empty = '/empty-page-of-the-tests'

/** Each is a process of Chromium. */
const most = 2

/**
 * Returns shared pages for tests with the same options, one test after the other. The next test takes over the page, its
 * process and the compiled scripts: opening the trial page then costs half the processor time of a new page, and a third
 * of one in a new context. Tests that differ only in the appearance also share a page.
 */
export function sharePages(open: (options: BrowserContextOptions) => Promise<Opened>) {
  const pages = new Map<string, Lent>()

  async function drop(key: string): Promise<void> {
    const dropped = pages.get(key)
    pages.delete(key)
    await dropped?.page.context().close()
  }

  async function openShared(key: string, options: BrowserContextOptions): Promise<Lent> {
    const [oldest] = pages.keys()
    if (oldest !== undefined && pages.size >= most) await drop(oldest)
    const opened = await open(options)
    const lent = { ...opened, giveBack: (isGood: boolean) => (isGood ? clear(opened.page) : drop(key)) }
    pages.set(key, lent)
    return lent
  }

  return {
    async lend({
      viewport = { width: 1280, height: 720 },
      colorScheme = 'light',
      reducedMotion = 'reduce',
      forcedColors = 'none',
      ...options
    }: BrowserContextOptions): Promise<Lent> {
      const key = JSON.stringify(options)
      const lent = pages.get(key) ?? (await openShared(key, options))
      lent.complaints.length = 0
      if (viewport) await lent.page.setViewportSize(viewport)
      await lent.page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors })
      return lent
    },
    async close(): Promise<void> {
      for (const key of pages.keys()) await drop(key)
    },
  }
}

/** Leaves the page empty, at the shop's address, because a page can clear its own storage only. */
async function clear(page: Page): Promise<void> {
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.route(`**${empty}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(empty)
  await page.unroute(`**${empty}`)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.mouse.move(0, 0)
  await context.clearCookies()
  await context.clearPermissions()
}

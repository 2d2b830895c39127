import type { BrowserContext, BrowserContextOptions, Page } from 'playwright'

export type Lent = {
  context: BrowserContext
  /** Removes what the test left; after a failed test, the context is not used again. */
  giveBack: (isGood: boolean) => Promise<void>
}

const empty = '/empty-page-of-the-tests'
/** Returns whether this is the page that keeps the process of a shared context. */
export const isKeeper = (page: Page): boolean => page.url().endsWith(empty)

/** Each is a process of Chromium. */
const most = 2

/**
 * Returns shared contexts for tests with the same options, one test after the other: the next page takes over the
 * process and the compiled scripts of the previous page, and so costs two thirds of a page in a new context.
 */
export function shareContexts(open: (options: BrowserContextOptions) => Promise<BrowserContext>) {
  const contexts = new Map<string, Lent>()

  async function openShared(key: string, options: BrowserContextOptions): Promise<Lent> {
    const context = await open(options)
    const keeper = await context.newPage()
    // An empty page at the shop's address, so that the process is the shop's.
    await keeper.route(`**${empty}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await keeper.goto(empty)
    return {
      context,
      giveBack: (isGood) => (isGood ? clear(context, keeper) : drop(key)),
    }
  }

  async function drop(key: string): Promise<void> {
    const dropped = contexts.get(key)
    contexts.delete(key)
    await dropped?.context.close()
  }

  return {
    async lend(options: BrowserContextOptions): Promise<Lent> {
      const key = JSON.stringify(options)
      const there = contexts.get(key)
      if (there) return there
      const [oldest] = contexts.keys()
      if (oldest !== undefined && contexts.size >= most) await drop(oldest)
      const opened = await openShared(key, options)
      contexts.set(key, opened)
      return opened
    },
    async close(): Promise<void> {
      for (const key of contexts.keys()) await drop(key)
    },
  }
}

async function clear(context: BrowserContext, keeper: Page): Promise<void> {
  for (const page of context.pages()) if (!isKeeper(page)) await page.close()
  await context.clearCookies()
  await context.clearPermissions()
  await keeper.evaluate(() => localStorage.clear())
}

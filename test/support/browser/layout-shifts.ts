import type { Page } from 'playwright'

type Shift = { value: number; elements: string }

/**
 * Records layout shifts as browsers measure them (https://web.dev/articles/cls), while the responses of the API arrive
 * one after the other, each after the last was painted. Returns the sum since the page was opened, with the elements
 * that moved.
 */
export async function recordShifts(page: Page): Promise<() => Promise<{ sum: number; shifts: Shift[] }>> {
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Entry = PerformanceEntry & { value: number; sources: { node: Element | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        shifts.push({ value, elements: sources.map(({ node }) => node?.className ?? node?.nodeName ?? '').join(' ') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let before = Promise.resolve()
  await page.route(/\/api\/v1\//, async (route) => {
    const own = before.then(() => route.continue()).then(() => painted(page))
    before = own.then(
      () => undefined,
      () => undefined,
    )
    await before
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    await painted(page)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    return { sum: shifts.reduce((total, { value }) => total + value, 0), shifts }
  }
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))

import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright'
import { alive } from '../../test/support/browser/browser.ts'
import { root } from '../run.ts'
import type { Cast, People } from './people.ts'

const most = 200_000
type Shot = { path: string; as: keyof People; options: BrowserContextOptions }

const viewport = { width: 1280, height: 800 }
const shots: Record<string, Shot> = {
  plans: { path: '/plans', as: 'anonymous', options: { viewport } },
  order: { path: '/plans/analytics-annual', as: 'newcomer', options: { viewport } },
  account: { path: '/account', as: 'paid', options: { viewport } },
  admin: { path: '/administration/users', as: 'administrator', options: { viewport } },
}

/** Takes the README's pictures. Throws if one is too large to keep. */
export async function takeReadmePictures(browser: Browser, { shop, people }: Cast, folder: string): Promise<void> {
  for (const [name, { path: address, as, options }] of Object.entries(shots)) {
    const context = await browser.newContext({ baseURL: shop.url, reducedMotion: 'reduce', ...options })
    await context.addCookies([...people[as].cookies].map(([key, value]) => ({ name: key, value, url: shop.url })))
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'networkidle' })
    await alive(page)
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path, animations: 'disabled' })
    const { size } = await stat(path)
    console.log(`${relative(root, path)}  ${(size / 1000).toFixed(0)} kB`)
    if (size > most) throw new Error(`${name}.png is larger than ${most / 1000} kB`)
    await context.close()
  }
}

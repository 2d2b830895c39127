import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chromium, type BrowserContextOptions } from 'playwright'
import { startProduct } from './bench/product.ts'
import { findChromium } from './chromium.ts'
import { root } from './run.ts'

const folder = join(root, 'docs/images')
const most = 200_000

const shots: Record<string, BrowserContextOptions> = {
  trial: { viewport: { width: 1440, height: 900 } },
  'trial-dark': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  'trial-phone': { viewport: { width: 375, height: 812 } },
}

/** Takes the pictures of the README anew, from a shop of its own. Throws when one has grown too large to keep. */
async function takeAll(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'tillhouse-screenshots-'))
  const product = await startProduct(data)
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    await mkdir(folder, { recursive: true })
    for (const [name, options] of Object.entries(shots)) {
      const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      await page.goto('/', { waitUntil: 'networkidle' })
      const path = join(folder, `${name}.png`)
      await page.screenshot({ path, animations: 'disabled' })
      const { size } = await stat(path)
      console.log(`${relative(root, path)}  ${(size / 1000).toFixed(0)} kB`)
      if (size > most) throw new Error(`${name}.png is larger than ${most / 1000} kB`)
      await context.close()
    }
  } finally {
    await browser.close()
    await product.stop()
    await rm(data, { recursive: true, force: true })
  }
}

try {
  await takeAll()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

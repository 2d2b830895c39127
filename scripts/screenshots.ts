import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chromium, type BrowserContextOptions, type Page } from 'playwright'
import { startProduct } from './bench/product.ts'
import { findChromium } from './chromium/chromium.ts'
import { root, run } from './run.ts'

const folder = join(root, 'docs/images')
const most = 200_000

const wide = { width: 1440, height: 900 }
const administrator = { email: 'admin@shop.example', password: 'the administrator of the pictures' }

type Shot = { path: string; signedIn?: true; options: BrowserContextOptions }

const shots: Record<string, Shot> = {
  trial: { path: '/', options: { viewport: wide } },
  'trial-dark': { path: '/', options: { viewport: wide, colorScheme: 'dark' } },
  'trial-phone': { path: '/', options: { viewport: { width: 375, height: 812 } } },
  admin: { path: '/administration/users', signedIn: true, options: { viewport: { width: 1280, height: 720 } } },
}

/** Takes the pictures of the README anew, from a shop of its own. Throws when one has grown too large to keep. */
async function takeAll(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'tillhouse-screenshots-'))
  const seeded = await run(process.execPath, [join(root, 'scripts/seed.ts'), '--subscribers', '3000'], {
    env: { DATA_DIR: data },
  })
  if (!seeded.ok) throw new Error(seeded.output)
  const product = await startProduct(data, {
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    await mkdir(folder, { recursive: true })
    for (const [name, { path: address, signedIn, options }] of Object.entries(shots)) {
      const context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce', ...options })
      const page = await context.newPage()
      if (signedIn) await signIn(page)
      await page.goto(address, { waitUntil: 'networkidle' })
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

async function signIn(page: Page): Promise<void> {
  await page.goto('/api/v1/login')
  await page.fill('[name=email]', administrator.email)
  await page.fill('[name=password]', administrator.password)
  await page.click('button[type=submit]')
  await page.waitForURL((address) => !address.pathname.startsWith('/identity'))
}

try {
  await takeAll()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

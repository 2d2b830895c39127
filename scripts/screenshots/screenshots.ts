import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser } from 'playwright'
import { alive } from '../../test/support/browser/browser.ts'
import { findChromium } from '../chromium/chromium.ts'
import { root, runScript } from '../run.ts'
import { photographedMails, photographMail } from './mails.ts'
import { openCast, type Cast } from './people.ts'
import { takeReadmePictures } from './readme.ts'
import { scenesOf, type Scene } from './scenes.ts'
import { photograph, writeSheet } from './sheets.ts'

const usage = `npm run screenshots -- [part of a name ...] [--full folder]

Takes the README's pictures and a sheet of each page, at three widths in light and dark, from a shop of its own with
fictional people. With parts of names, only the sheets whose names contain one of them (readme: its pictures). --full: also writes each picture in
its own size to a folder.`

const folder = join(root, 'docs/images')
/** The maximum of all sheets together, in bytes, because a clone contains them. */
const most = 4_000_000

const { values, positionals: parts } = parseArgs({
  options: { full: { type: 'string' }, help: { type: 'boolean' } },
  allowPositionals: true,
})

const isWanted = (name: string) => parts.length === 0 || parts.some((part) => name.includes(part))

/** Where the pictures of a page are written in full size, if anywhere. */
function fullOf(name: string): ((picture: string, png: Buffer) => Promise<void>) | undefined {
  const { full } = values
  if (full === undefined) return undefined
  return async (picture, png) => {
    await mkdir(full, { recursive: true })
    await writeFile(join(full, `${name.replaceAll('/', '-')}-${picture}.png`), png)
  }
}

async function takeAll(browser: Browser, cast: Cast): Promise<void> {
  let total = 0
  const count = (file: string, size: number) => {
    total += size
    console.log(`${relative(root, file)}  ${(size / 1000).toFixed(0)} kB`)
  }
  for (const scene of scenesOf(cast)) {
    const name = `${scene.folder}/${scene.name}`
    if (!isWanted(name)) continue
    const file = join(folder, `${name}.webp`)
    count(file, await writeSheet(browser, file, await take(browser, cast, scene, fullOf(name))))
  }
  const mails = (await cast.shop.mails()).toReversed()
  for (const [kind, subject] of Object.entries(photographedMails)) {
    const name = `emails/${kind}`
    if (!isWanted(name)) continue
    const mail = mails.find((one) => one.subject.startsWith(subject))
    if (!mail) throw new Error(`No email begins with: ${subject}`)
    const file = join(folder, `${name}.webp`)
    count(file, await writeSheet(browser, file, await photographMail(browser, mail, fullOf(name))))
  }
  if (total > most) throw new Error(`The sheets are ${total} bytes together, more than ${most}.`)
}

async function take(browser: Browser, { shop, people }: Cast, scene: Scene, full: ReturnType<typeof fullOf>) {
  const context = await browser.newContext({
    baseURL: shop.url,
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
    locale: scene.language === 'de' ? 'de-DE' : 'en-GB',
  })
  const page = await context.newPage()
  try {
    const cookies = [...people[scene.as].cookies]
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: shop.url })))
    await page.goto(scene.path, { waitUntil: 'networkidle' })
    await alive(page)
    await scene.act?.(page)
    return await photograph(page, full)
  } catch (error) {
    await full?.('failed', await page.screenshot())
    throw new Error(`${scene.folder}/${scene.name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  } finally {
    await context.close()
  }
}

async function main(): Promise<void> {
  if (values.help) return console.log(usage)
  const cast = await openCast()
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
  try {
    if (isWanted('readme')) await takeReadmePictures(browser, cast, folder)
    await takeAll(browser, cast)
  } finally {
    await browser.close()
    await cast.close()
  }
}

await runScript(main)

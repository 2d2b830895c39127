import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Browser, Page } from 'playwright'

/** `width`: the width of the picture on its sheet. */
export type Picture = { png: Buffer; width: number }

type Size = { width: number; height: number; onSheet: number }

const sizes: readonly Size[] = [
  { width: 1440, height: 900, onSheet: 640 },
  { width: 768, height: 1024, onSheet: 340 },
  { width: 375, height: 812, onSheet: 220 },
]
const schemes = ['light', 'dark'] as const

/** The maximum height of the picture of a long page, in CSS pixels. */
const longest = 1600

/** Photographs a page at three widths in two schemes: a row each. `full` receives each picture in full size. */
export async function photograph(
  page: Page,
  full?: (name: string, png: Buffer) => Promise<void>,
): Promise<Picture[][]> {
  const rows: Picture[][] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const row: Picture[] = []
    for (const { width, height, onSheet } of sizes) {
      await page.setViewportSize({ width, height })
      const whole = await page.evaluate(() => document.documentElement.scrollHeight)
      // A dialog is fixed to the window, so that a picture of the whole page would show it out of place.
      const open = (await page.locator('dialog[open]').count()) > 0
      const clip = { x: 0, y: 0, width, height: open ? height : Math.min(Math.max(whole, height), longest) }
      const png = await page.screenshot({ fullPage: !open, clip, animations: 'disabled' })
      await full?.(`${width}-${colorScheme}`, png)
      row.push({ png, width: onSheet })
    }
    rows.push(row)
  }
  return rows
}

/** Puts the pictures of a page on one sheet, a WebP file, and returns its size in bytes. */
export async function writeSheet(browser: Browser, file: string, rows: Picture[][]): Promise<number> {
  const image = ({ png, width }: Picture) =>
    `<img style="width:${width}px" src="data:image/png;base64,${png.toString('base64')}">`
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } })
  try {
    await page.setContent(
      `<style>body{margin:0;padding:16px;background:#8a8f98;width:max-content}div{display:flex;gap:12px;align-items:start}div+div{margin-top:16px}</style>${rows
        .map((row) => `<div>${row.map(image).join('')}</div>`)
        .join('')}`,
      { waitUntil: 'load' },
    )
    const { width, height } = await page.evaluate(() => ({
      width: document.body.offsetWidth,
      height: document.body.offsetHeight,
    }))
    await page.setViewportSize({ width, height })
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 35 })
    const content = Buffer.from(data, 'base64')
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    return content.length
  } finally {
    await page.close()
  }
}

import type { Browser } from 'playwright'
import type { SentMail } from '../../test/support/given.ts'
import type { Picture } from './sheets.ts'

/** The first words of the subject, for each kind of email that is photographed. */
export const photographedMails: Readonly<Record<string, string>> = {
  activation: 'Activate',
  'trial-started': 'Your trial has started: Parallax Analytics trial',
  'trial-ended': 'Your trial has ended: Parallax Analytics trial',
  receipt: 'Your receipt',
  'payment-failed': 'Your payment did not go through',
  'will-not-renew': 'Your subscription will not renew: Parallax Analytics, monthly',
  pending: 'Your account is pending approval',
  'not-approved': 'Your account was not approved',
  'not-available': 'Your trial is not available',
  'new-password': 'Set a new password',
}

/** An email in light and dark, on a desktop and on a phone, and its plain text. */
export async function photographMail(
  browser: Browser,
  mail: SentMail,
  full?: (name: string, png: Buffer) => Promise<void>,
): Promise<Picture[][]> {
  const page = await browser.newPage()
  try {
    const pictures: Picture[] = []
    for (const width of [640, 375]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 600 })
        await page.emulateMedia({ colorScheme })
        await page.setContent(mail.html)
        const png = await page.screenshot({ fullPage: true })
        await full?.(`${width}-${colorScheme}`, png)
        pictures.push({ png, width: width / 2 + 40 })
      }
    }
    await page.setViewportSize({ width: 640, height: 300 })
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setContent('<pre style="white-space:pre-wrap;font:14px/1.4 monospace;margin:16px"></pre>')
    await page.evaluate((text) => document.querySelector('pre')?.append(text), `${mail.subject}\n\n${mail.text}`)
    const png = await page.screenshot({ fullPage: true })
    await full?.('text', png)
    return [[...pictures, { png, width: 360 }]]
  } finally {
    await page.close()
  }
}

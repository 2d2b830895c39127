import type { Locator, Page } from 'playwright'
import { cards } from '../support/billing/given-buyer.ts'
import { chooseCountry, fillInNames, type Registrant } from './story.ts'

/** Steps of buyers that several tests share. */

export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Continue to payment' })
}

export function eula(page: Page): Locator {
  return page.getByRole('checkbox', { name: /^I agree/ })
}

/** Opens the dialog of the order summary and fills it in, except the agreement. */
export async function fillInToBuy(page: Page, person: Registrant, plan = 'analytics-annual'): Promise<Locator> {
  await page.goto(`/plans/${plan}`)
  await page.getByRole('button', { name: 'Register new account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Register for an account to purchase' })
  await dialog.getByLabel('Business email').fill(person.email)
  await fillInNames(dialog, person)
  await chooseCountry(page, person.country)
  return dialog
}

/** Answers the questions of the order summary and continues to the payment page. */
export async function toPayment(page: Page, plan: string): Promise<void> {
  await page.goto(`/plans/${plan}`)
  await page.getByLabel('Industry', { exact: true }).selectOption('Energy')
  await eula(page).check()
  const affirmation = page.getByRole('checkbox', { name: /^I affirm/ })
  if (await affirmation.isVisible()) await affirmation.check()
  await payButton(page).click()
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor()
}

export async function payBy(page: Page, card = cards.pays): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
}

/** Returns every main heading that the page shows from now on, in order, even for a moment. */
export async function headingsOf(page: Page): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('reportHeading', (text: string) => void seen.push(text))
  await page.addInitScript(() => {
    const { reportHeading } = window as unknown as { reportHeading: (text: string) => void }
    let last = ''
    const look = () => {
      const text = document.querySelector('h1')?.textContent ?? ''
      if (text !== '' && text !== last) reportHeading((last = text))
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return seen
}

/** Presses Tab until the target has the focus, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${String(target)} is not reached by Tab`)
}

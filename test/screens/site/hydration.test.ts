import { test } from 'vitest'
import { paths } from '../../../contract/screens.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const administrator = await givenAnAdministrator(shop)
const subscriber = await givenASubscriber(shop, 'analytics-monthly')

const { home, plans, account, trial, orderSummary, failure, userDetails, administration, help } = paths
const { overview, catalogue, audit, reviews, screening, queue, connect, settings } = paths
const person = userDetails(await idOf(shop, subscriber.email))
const adminPages = [
  administration,
  person,
  overview,
  catalogue,
  audit,
  reviews,
  screening,
  queue,
  connect,
  settings,
  help,
]

/** The clock of these tests is a script, which the frame of a sample email refuses. */
const inSample = /^console: Blocked script execution in '[^']+\/settings\/mails\//

for (const [who, as, pages] of [
  ['a visitor', undefined, [home, plans, trial('analytics-trial'), orderSummary('analytics-annual'), failure]],
  ['a subscriber', subscriber.visitor, [account, orderSummary('analytics-annual')]],
  ['an administrator', administrator, adminPages],
] as const)
  test(`no page of ${who} waits for a timer before it responds`, () =>
    visit({ ...(as ? { as } : {}), alone: true, tolerate: inSample }, async (page) => {
      await page.clock.install()
      // Parts that load once the browser is idle load immediately.
      await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: queueMicrotask }))
      for (const path of pages) {
        // Not before what the page's own clock shows by the time that this call arrives.
        await page.clock.pauseAt(Date.now() + 60_000)
        await page.goto(path)
      }
    }))

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { act } from '../../support/admin/admin-calls.ts'
import { active, buy, givenABuyer } from '../../support/billing/given-buyer.ts'
import { planChangeTo } from '../../support/billing/plan-change.ts'
import { useBrowser } from '../../support/browser/browser.ts'
import { aCatalogueIn } from '../../support/catalogue-file.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)

test('a buyer whose plan was changed opens the link of an order for a plan that is no longer sold; others get 404 [2.51, 2.53]', async () => {
  const [buyer, other] = [await givenABuyer(shop), await givenABuyer(shop)]
  const order = await buy(buyer.visitor, 'analytics-monthly')
  const { id } = await active(buyer.visitor, 'analytics-monthly')
  const administrator = await givenAnAdministrator(shop)
  await act(administrator, `change-plan/${id}`, await planChangeTo(administrator, { id }, 'analytics-annual'))
  await active(buyer.visitor, 'analytics-annual')
  const CATALOGUE = aCatalogueIn(shop.dataDir, (catalogue) => {
    catalogue.plans = catalogue.plans.filter(({ name }) => name !== 'analytics-monthly')
  })
  await shop.restart({ CATALOGUE })
  const confirmation = '/plans/analytics-monthly/confirmation'
  await visit({ as: buyer.visitor }, async (page) => {
    assert.equal((await page.goto(`${confirmation}?order=${order}`))?.status(), 200)
    await page.getByRole('heading', { level: 1, name: 'Thank you for your purchase' }).waitFor()
    await page
      .getByText('You bought “Parallax Analytics, monthly”. Your plan is now “Parallax Analytics, annual”.')
      .waitFor()
    assert.equal((await page.goto(confirmation))?.status(), 200)
    await page.getByRole('heading', { level: 1, name: 'No active subscription' }).waitFor()
    await page.goto('/plans/analytics-monthly')
    assert.equal(new URL(page.url()).pathname, '/plans')
  })
  for (const path of [`${confirmation}?order=${order}`, '/plans/analytics-monthly'])
    assert.equal((await other.visitor.get(path)).headers.get('location'), '/notFound', path)
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { useBrowser } from '../../../support/browser/browser.ts'
import { useCluster } from '../../../support/cluster.ts'
import { givenAColleague, givenAnAdministrator, givenAShop } from '../../../support/given.ts'
import { aPerson, enter, givenAnotherIssuer } from '../../../support/servers/given-issuer.ts'

const cluster = await useCluster()
const shop = await givenAShop({}, cluster)
const { visit } = await useBrowser(shop)
const as = await givenAnAdministrator(shop)
const path = '/administration/settings'
await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', 'ann@shop.example')
await givenAColleague(shop, 'SUBSCRIPTION_ADMIN', 'a.colleague.with.a.long.name@shop.example')

test('an administrator invites a person by keyboard, changes the role and ends it [10.77, 10.78, 10.79, 10.80]', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    const team = page.getByRole('region', { name: 'Team' })
    const own = team.getByRole('row', { name: /admin@shop\.example/ })
    assert.match(await own.innerText(), /\(You\)\s+Administrator/)
    assert.equal(await own.getByRole('button').count(), 0)
    await page.getByText(/^admin@shop\.example: ADMIN_EMAIL is set to this address/).waitFor()
    await page.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await page.keyboard.type('joe@shop.example')
    await page.keyboard.press('Enter')
    await page.getByText('joe@shop.example is now on the team.').waitFor()
    await shop.mailTo('joe@shop.example')
    const joe = team.getByRole('row', { name: /joe@shop\.example/ })
    await joe.getByText('Invited').waitFor()
    await team.getByRole('button', { name: 'Make support agent: ann@shop.example' }).press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText(/^ann@shop\.example can then no longer refund/).waitFor()
    await question.getByRole('button', { name: 'Make support agent' }).press('Enter')
    await team
      .getByRole('row', { name: /ann@shop\.example/ })
      .getByText('Support agent', { exact: true })
      .waitFor()
    await team.getByRole('button', { name: 'Revoke role: ann@shop.example' }).press('Enter')
    const revoke = question.getByRole('button', { name: 'Revoke role' })
    assert.match((await revoke.getAttribute('class')) ?? '', /danger/)
    await revoke.press('Enter')
    await page.getByText('The role was revoked.').waitFor()
    await team.getByRole('row', { name: /ann@shop\.example/ }).waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent.startsWith('Team'))
  }))

test('the team fits on a phone and a tablet', () =>
  visit({ as }, async (page) => {
    await page.goto(path)
    for (const width of [375, 768]) {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'Invite', exact: true }).waitFor()
      for (const wide of [page.locator('html'), page.getByRole('region', { name: 'Team' })]) {
        const { scrollWidth, clientWidth } = await wide.evaluate((element) => ({
          scrollWidth: element.scrollWidth,
          clientWidth: element.clientWidth,
        }))
        assert.ok(scrollWidth <= clientWidth, `${scrollWidth} of ${clientWidth}`)
      }
      const { left, right } = await page
        .getByRole('button', { name: 'Revoke role: a.colleague.with.a.long.name@shop.example' })
        .evaluate((button) => button.getBoundingClientRect())
      assert.ok(left >= 0 && right <= width, `the actions are from ${left} to ${right}`)
    }
  }))

const { shop: elsewhere, tell } = await givenAnotherIssuer(cluster, { OIDC_ROLE_CLAIM: 'realm_access.roles' })
const { visit: visitElsewhere } = await useBrowser(elsewhere)
const person = aPerson({ email_verified: true, realm_access: { roles: ['SUBSCRIPTION_ADMIN'] } })
await tell({ person })
const administrator = elsewhere.visitor()
await enter(administrator)

test('with another identity provider the page names it and offers no change', () =>
  visitElsewhere({ as: administrator, locale: 'de-DE' }, async (page) => {
    await page.goto(path)
    const team = page.getByRole('region', { name: 'Team' })
    const own = team.getByRole('row').filter({ hasText: person.email })
    await own.waitFor()
    await page
      .getByText(/^Wer eine Rolle hat, bestimmt localhost/)
      .first()
      .waitFor()
    assert.equal(await team.getByRole('columnheader').count(), 3, 'no column of actions')
    assert.equal(await own.getByRole('button').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Einladen' }).count(), 0)
  }))

import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Page } from 'playwright'
import { fieldWords } from '../../../i18n/de/forms/person-fields.ts'
import { useBrowser, type Visit } from '../../support/browser/browser.ts'
import { eventuallyEqual } from '../../support/eventually.ts'
import { aRegistration, givenAnAdministrator, givenAShop, givenATrialUser, personTexts } from '../../support/given.ts'
import { given, sayings, sentenceFiles } from '../../support/words.ts'
import { fillInNames } from '../story.ts'

const shop = await givenAShop()
const { visit } = await useBrowser(shop)
const { visitor: user, email } = await givenATrialUser(shop)
const held = await givenATrialUser(shop, { email: 'jane.doe.german@gmail.com' })
const administrator = await givenAnAdministrator(shop)

/** Opens a browser whose preferred language is German, and in which no language was chosen. */
const inGerman = (options: Visit, story: (page: Page) => Promise<unknown>) =>
  visit({ locale: 'de-DE', ...options }, story)

/** English sentences of three words or more; of a sentence with names or numbers, its longest part. */
const said = (await Promise.all(sentenceFiles.map((file) => sayings('en', file)))).flat().map(({ path, text }) => ({
  path,
  piece: text
    .split(given)
    .reduce((one, other) => (other.length > one.length ? other : one))
    .trim(),
}))
/** The subject of a sent email stays in the language of its recipient, on every page that lists it. */
const subjects = new Set(said.filter(({ path }) => /^mails\/.*\.subject/.test(path)).map(({ piece }) => piece))
const english = said
  .map(({ piece }) => piece)
  .filter((piece) => !subjects.has(piece) && (piece.match(/\p{L}+/gu) ?? []).length >= 3)

/**
 * Waits for a German sentence, and asserts that the page contains no English text, visible, for screen readers, or in
 * the window's title.
 */
async function readsGerman(page: Page, sentence: string | RegExp): Promise<void> {
  await page.getByText(sentence).filter({ visible: true }).first().waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  const shown = await page.evaluate(() => {
    const attributes = ['aria-label', 'alt', 'placeholder', 'title', 'data-tip', 'aria-valuetext']
    const hidden = attributes.flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const root = document.querySelector('[data-root]')
    // Texts of adjacent elements, which the page's whole text would join.
    const texts: string[] = []
    const walker = document.createTreeWalker(root ?? document.body, NodeFilter.SHOW_TEXT)
    // The text of a sent email stays in the language of its recipient.
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('.mail-text pre')) texts.push(walker.currentNode.textContent ?? '')
    return [document.title, ...hidden, ...texts]
  })
  for (const piece of english)
    for (const one of shown) assert.ok(!one.includes(piece), `still English: ${piece} (in ${one.slice(0, 200)})`)
}

test('a browser that prefers German gets the trial page in German, with its form, errors and lists', () =>
  inGerman({}, async (page) => {
    await page.goto('/')
    await readsGerman(page, 'Testen Sie kostenlos')
    await eventuallyEqual(() => page.title(), 'Testen | Parallax Analytics')
    await page.getByRole('button', { name: 'Testversion für 30 Tage starten' }).click()
    await readsGerman(page, 'Es gibt ein Problem')
    await page.getByRole('link', { name: 'Vorname: Diese Angabe ist erforderlich' }).waitFor()
    await page.getByLabel('Geschäftliche E-Mail-Adresse').fill('jane')
    await readsGerman(page, /E-Mail-Adresse ist (ungültig|nicht gültig)/)

    await page.locator('button#country').focus()
    // A name with an umlaut is found by the plain vowel, however slowly the keys are pressed.
    for (const name of ['Oman', 'Österreich']) {
      await page.keyboard.press('o')
      await page.locator('[role=option][data-active]', { hasText: name }).waitFor()
    }
    const names = await page.getByRole('option').locator('.picker__label').allInnerTexts()
    assert.deepEqual(names.slice(0, 5), [
      'Vereinigte Arabische Emirate',
      'Vereinigtes Königreich',
      'Vereinigte Staaten',
      'Afghanistan',
      'Ägypten',
    ])
    await page.keyboard.press('Enter')
    await page.getByLabel('Telefon', { exact: true }).waitFor()
    assert.equal(await page.locator('button[id="phone.countryCode"]').innerText(), '+43')
  }))

test('a registration in German is stored like one in English: names of jobs and industries are translated, their values are not', () =>
  inGerman({}, async (page) => {
    const { email } = aRegistration()
    await page.goto('/try/statistics-trial')
    await page.getByLabel('Geschäftliche E-Mail-Adresse').fill(email)
    await fillInNames(page, { ...personTexts, firstName: 'Jürgen', lastName: 'Groß' }, fieldWords)
    await page.locator('button#country').click()
    await page.locator('[role=option]:visible', { hasText: 'Deutschland' }).click()
    await page.getByLabel('Telefon', { exact: true }).fill('3012345678')
    await page.getByLabel('Berufliche Funktion').selectOption('Qualitätsmanagement')
    await page.getByLabel('Branche').selectOption('Lebensmittel und Getränke')
    await page.getByRole('checkbox', { name: /^Ich stimme zu/ }).check()
    await page.getByRole('checkbox', { name: /^Ich versichere/ }).check()
    await page.getByRole('button', { name: 'Testversion für 30 Tage starten' }).click()
    await readsGerman(page, 'Fast geschafft. Bitte prüfen Sie Ihr Postfach.')
    const [kept] = await shop.sql('select country, job_title, industry from subscribers where email = $1', [email])
    assert.deepEqual(kept, { country: 'DE', job_title: 'Quality manager', industry: 'Food and beverage' })
  }))

test('plans, order summary and the page for unknown addresses are in German, with German prices', () =>
  inGerman({}, async (page) => {
    await page.goto('/plans')
    await readsGerman(page, 'Tarife und Preise')
    await page.getByText(/^1\.188,00\sUS\$, jährlich abgerechnet, zzgl\. Steuern$/).waitFor()
    await page.getByRole('link', { name: 'Auswählen: Parallax Analytics, jährlich' }).click()
    await readsGerman(page, 'Bestellübersicht')
    await page.getByText('Alle Funktionen von Parallax Analytics, für ein Jahr.').waitFor()
    await page.getByRole('button', { name: 'Neues Konto anlegen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Für den Kauf ein Konto anlegen' })
    await dialog.getByRole('button', { name: 'Registrieren' }).click()
    await readsGerman(page, 'Es gibt ein Problem')
    await page.goto('/nowhere')
    await readsGerman(page, '404: Seite nicht gefunden')
    await eventuallyEqual(() => page.title(), 'Nicht gefunden | Parallax Analytics')
  }))

test('signed-in people see German, with German dates', () =>
  inGerman({ as: user }, async (page) => {
    await page.goto('/')
    await readsGerman(page, /Ihre Testversion läuft am \d+\. \p{L}+ \d{4} ab/u)
    await page.getByRole('link', { name: 'Zum Installationsprogramm' }).click()
    await readsGerman(page, /Ihre Testversion läuft bis zum \d+\. \p{L}+ \d{4}\./u)
    await page.goto('/account')
    await readsGerman(page, /Endet am \d+\. \p{L}+ \d{4}/u)
    await page.getByText('Aktiv', { exact: true }).waitFor()
    await page.goto('/plans/statistics-annual')
    await readsGerman(page, 'Wählen Sie Ihre Branche und setzen Sie jedes Häkchen, um fortzufahren.')
  }))

test('a person who waits for approval reads the reason in German', () =>
  inGerman({ as: held.visitor }, async (page) => {
    await page.goto('/pending')
    await readsGerman(page, 'Ihr Konto wartet auf Freigabe')
  }))

test('the admin area is in German: the list, a subscriber with history and checks, the reviews, the screening lists, and the settings', () =>
  inGerman({ as: administrator }, async (page) => {
    await page.goto('/administration/users')
    const row = page.locator('tbody tr', { hasText: email })
    await row.getByText('Energie').waitFor()
    await readsGerman(page, 'Letzter Kommentar')
    await row.locator('td').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Ablaufdatum ändern' }).click()
    await page.locator('dialog[open] button[type=submit]').click()
    await readsGerman(page, 'Diese Angabe ist erforderlich')
    await page.getByRole('button', { name: 'Verwerfen' }).click()
    await row.getByRole('link').click()
    await readsGerman(page, 'Sandbox sample list')
    await page.getByText('Data Science').first().waitFor()
    await page.getByText('Vereinigtes Königreich').first().waitFor()
    await page.getByText('Abonnement angelegt').first().waitFor()
    await page.getByRole('button', { name: 'Benutzerdaten löschen' }).click()
    await readsGerman(page, 'Konten und Passwörter')
    await page.goto('/administration/reviews')
    await readsGerman(page, 'gmail.com ist ein Anbieter privater E-Mail-Adressen')
    await page.goto('/administration/screening')
    await readsGerman(page, /Personen werden nur mit einer Musterliste erfundener Namen verglichen/)
    await page.goto('/administration/settings')
    await page.getByRole('region', { name: 'Team' }).getByText('Letzte Anmeldung').waitFor()
    await page.getByRole('button', { name: 'Einladen', exact: true }).click()
    await page.getByRole('dialog', { name: 'In das Team einladen' }).waitFor()
    await page
      .getByText(/^Aus der Markendatei, Zeile \d+$/)
      .first()
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Ankündigung (Deutsch)').fill('Montag geschlossen')
    const preview = page.getByRole('img', { name: 'Vorschau in hellen Farben' })
    assert.ok((await preview.innerText()).includes('Montag'))
  }))

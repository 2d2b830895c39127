import type { Reason } from '../domain/screening/screening.ts'
import { wordReason } from '../domain/screening/reason-words.ts'
import { wordsIn } from './server-words.ts'
import assert from 'node:assert/strict'
import { test } from 'vitest'
import { catalogues, given, sayings, sentenceFiles } from '../test/support/words.ts'
import { languages, type ProductLanguage } from '../domain/language.ts'
import { countryCodes } from '../domain/lists/countries.ts'
import { industries } from '../domain/lists/industries.ts'
import { jobRoles } from '../domain/lists/job-roles.ts'

/** The texts of each further language that are the same in English. */
const alike: Record<Exclude<ProductLanguage, 'en'>, ReadonlySet<string>> = {
  de: new Set([
    'Team',
    'Name',
    'Logo',
    'Computer',
    'Status',
    'Support',
    'System',
    'SHA-256',
    'Windows',
    'macOS',
    'Linux',
    'PDF',
    'URL',
    'Administrator',
    'Download',
    'Browser',
    'Text',
    'Version',
    'Link',
    'optional',
    'Person',
    'Code',
    'Passkey',
    'Passkeys',
    'Region',
    'Luhansk',
    'Cpk',
    '-',
  ]),
}
const others = languages.filter((language) => language !== 'en')
/** Returns whether a text consists only of numbers, symbols and parameters. */
const wordless = (text: string) => !/\p{L}{2}/u.test(text)
const toldIn = (text: string) => [...new Set(text.replaceAll(/(?<=\d)[.,](?=\d)/g, '').match(given))].toSorted()

for (const language of others) {
  test(`every English catalogue has one in ${language}, and there are no others`, () => {
    assert.deepEqual(catalogues(language), catalogues('en'))
  })

  for (const file of sentenceFiles) {
    const english = new Map((await sayings('en', file)).map(({ path, text }) => [path, text]))
    const translated = await sayings(language, file)

    test(`${file}: ${language} has every text that English has, in maps and lists too`, () => {
      assert.deepEqual(translated.map(({ path }) => path).toSorted(), [...english.keys()].toSorted())
    })

    test(`${file}: ${language} uses the same placeholders as English`, () => {
      for (const { path, text } of translated) {
        assert.deepEqual(toldIn(text), toldIn(english.get(path) ?? ''), `${path}: ${text}`)
        assert.doesNotMatch(text, /undefined|null|NaN|\[object/, path)
      }
    })

    test(`${file}: nothing in ${language} is left in English`, () => {
      for (const { path, text } of translated)
        if (!alike[language].has(text) && !wordless(text) && !path.startsWith('mails/mail.ts.mailWords.test('))
          assert.notEqual(text, english.get(path), path)
    })
  }
}

for (const file of sentenceFiles)
  test(`${file}: German follows German typography and has no exclamation mark`, async () => {
    for (const { path, text } of await sayings('de', file))
      assert.doesNotMatch(text, /"|“\p{L}|[!’]|TODO|\.\.\./u, path)
  })

test('every country has its own German name, in German alphabetical order', async () => {
  const { countryNames } = await import('./de/forms/countries.ts')
  const names = Object.values(countryNames)
  assert.deepEqual(Object.keys(countryNames).toSorted(), [...countryCodes].toSorted())
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(names, names.toSorted(new Intl.Collator('de').compare))
  assert.equal(names.indexOf('Ägypten'), 1)
})

test('the English country names are in alphabetical order', async () => {
  const { countryNames } = await import('./en/forms/countries.ts')
  const names = Object.values(countryNames)
  assert.deepEqual(names, names.toSorted(new Intl.Collator('en').compare))
})

test('choices are sent by their English name, have the same first and last one, and are shown in German', async () => {
  const english = await import('./en/forms/choices.ts')
  const german = await import('./de/forms/choices.ts')
  for (const [list, before, after] of [
    [industries, english.fieldChoices.industry, german.fieldChoices.industry],
    [jobRoles, english.fieldChoices.jobFunction, german.fieldChoices.jobFunction],
  ] as const) {
    assert.deepEqual(
      before,
      list.map((value) => ({ value, label: value })),
    )
    const values = after.map(({ value }) => value)
    assert.deepEqual(values.toSorted(), [...list].toSorted())
    assert.deepEqual([values[0], values.at(-1)], [list[0], list.at(-1)])
    for (const { value, label } of after) assert.notEqual(label, value)
    assert.equal(new Set(after.map(({ label }) => label)).size, after.length)
  }
})

test('a moment is shown in UTC, in English in the format of HTTP', async () => {
  const english = await import('./en/moments.ts')
  const german = await import('./de/moments.ts')
  const moment = new Date('2026-11-20T13:25:00Z')
  assert.equal(english.wholeMoment(moment), 'Fri, 20 Nov 2026 13:25:00 GMT')
  assert.equal(german.wholeMoment(moment), 'Fr., 20.11.2026, 13:25:00 UTC')
})

test('the reasons of a check are worded from the recorded values', () => {
  const worded = (key: string, more: Partial<Reason> = {}) => {
    const reason = { kind: key.split(':')[0], key, holds: true, ...more } as Reason
    return [wordReason(reason, wordsIn('en').reasons).text, wordReason(reason, wordsIn('de').reasons).text]
  }
  const match = { entry: '17', list: 'SDN', score: 0.9, expired: '2019-05-03' }
  const changes = [{ field: 'company', before: 'Northwind', after: 'Contoso' } as const]
  assert.deepEqual(worded('personal-email:gmail.com:x'), [
    'gmail.com is a personal email provider',
    'gmail.com ist ein Anbieter privater E-Mail-Adressen',
  ])
  assert.deepEqual(worded('disposable-email:mailinator.com:x'), [
    'mailinator.com is a disposable email provider',
    'mailinator.com ist ein Anbieter von Wegwerfadressen',
  ])
  assert.deepEqual(worded('domain:northwind.example:x'), [
    'northwind.example does not match the company',
    'northwind.example passt nicht zum Unternehmen',
  ])
  assert.deepEqual(worded('country-look:UA'), [
    'Sanctions in Ukraine depend on the region',
    'In diesem Land hängen Sanktionen von der Region ab: Ukraine',
  ])
  assert.deepEqual(worded('unscreened'), [
    'The screening check could not be run',
    'Der Abgleich mit den Listen konnte nicht durchgeführt werden',
  ])
  assert.deepEqual(worded('unfinished:0a1b'), [
    'The screening check did not finish in time',
    'Der Abgleich mit den Listen wurde nicht rechtzeitig abgeschlossen',
  ])
  assert.deepEqual(worded('unreadable:x'), [
    'The name could not be read, so it was not compared with the lists',
    'Der Name konnte nicht gelesen werden und wurde deshalb nicht mit den Listen verglichen',
  ])
  assert.deepEqual(worded('list:SDN:17', match), [
    'Similar to entry 17 on SDN, an order that ended on 3 May 2019',
    'Ähnlicher Name wie Eintrag 17 auf der Liste SDN, einer Anordnung, die am 3. Mai 2019 geendet hat',
  ])
  assert.equal(worded('list:SDN:17', { entry: '17', list: 'SDN', score: 1 })[0], 'Same name as entry 17 on SDN')
  assert.deepEqual(worded('correction:1', { changes }), [
    'Corrected details: company from “Northwind” to “Contoso”',
    'Korrigierte Angaben: Unternehmen von „Northwind“ zu „Contoso“',
  ])
})

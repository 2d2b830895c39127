import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { handbookChapters } from '../../../contract/handbook.ts'
import { paths } from '../../../contract/screens.ts'
import { languages, type Language } from '../../../domain/language.ts'
import { readChapter } from '../../../scripts/build/handbook.ts'
import { idOf } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, givenSupport } from '../../support/given.ts'
import { sayings, sentenceFiles } from '../../support/words.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)
const person = await givenATrialUser(shop)

const read = async (path: string, language: Language, who = administrator): Promise<string> => {
  const answer = await who.request(`${shop.url}${path}`, { headers: { 'accept-language': language } })
  assert.equal(answer.status, 200, path)
  const page = await answer.text()
  assert.ok(page.includes(`<html lang="${language}"`), `${path} in ${language}`)
  return page.slice(0, page.indexOf('<script type="application/json"'))
}
const anchorsIn = (page: string) => new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))

for (const language of languages) {
  test(`the handbook has every chapter, and each of its links leads to one (${language})`, async () => {
    const page = await read(paths.help, language)
    const anchors = anchorsIn(page)
    assert.deepEqual(
      handbookChapters.filter((chapter) => !anchors.has(chapter)),
      [],
    )
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    assert.ok(targets.length > handbookChapters.length)
    assert.deepEqual(
      targets.filter((target) => !anchors.has(target)),
      [],
    )
  })

  test(`every page of the admin area links a chapter that exists (${language})`, async () => {
    const anchors = anchorsIn(await read(paths.help, language))
    const id = await idOf(shop, person.email)
    const { administration, overview, catalogue, audit, reviews, screening, queue } = paths
    const pages = [administration, overview, catalogue, audit, reviews, screening, queue, paths.userDetails(id)]
    for (const path of pages) {
      const links = [...(await read(path, language)).matchAll(/href="\/administration\/help#([^"]+)"/g)]
      assert.ok(links.length > 0, `${path} links no chapter`)
      for (const [, chapter] of links) assert.ok(anchors.has(chapter), `${path} links ${chapter}`)
    }
  })

  test(`text that the handbook sets in italics is a text of the screens (${language})`, async () => {
    const texts = (await Promise.all(sentenceFiles.map((file) => sayings(language, file)))).flat()
    const said = new Set(texts.map(({ text }) => text))
    for (const chapter of handbookChapters) {
      const file = join(import.meta.dirname, '../../../docs/handbook', language, `${chapter}.md`)
      const labels = [...(await readFile(file, 'utf8')).matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)].map(
        ([, label]) => label,
      )
      assert.deepEqual(
        labels.filter((label = '') => !said.has(label)),
        [],
        `${language}/${chapter}.md`,
      )
    }
  })
}

test('support agents read the handbook; people without a role and strangers do not [10.39]', async () => {
  assert.match(await read(paths.help, 'en', support), /<h1[^>]*>Handbook for administrators/)
  for (const [who, to] of [
    [person.visitor, '/forbidden'],
    [shop.visitor(), '/'],
  ] as const) {
    const answer = await who.get(paths.help)
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), to)
  }
})

test('a chapter without a title, or with a link to anything but a chapter, fails the build', () => {
  assert.throws(() => readChapter('money', 'Text'), /has no title/)
  assert.throws(() => readChapter('money', '# Money\n\n[x](https://example.com)\n'), /is no chapter/)
  assert.throws(() => readChapter('money', '# Money\n\n<b>x</b>\n'), /does not show/)
  assert.deepEqual(readChapter('money', '# Money\n\n[x](roles.md)\n').body, [
    ['p', {}, ['a', { className: 'link', href: '#roles' }, 'x']],
  ])
})

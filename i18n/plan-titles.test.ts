import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import { languages, type Language } from '../domain/language.ts'
import { sentenceFiles } from '../test/support/words.ts'

const titles = ['Starter', 'Evaluation for teams', 'Northwind CAD Free', 'Northwind CAD, annual']

type Say = (...given: string[]) => unknown
type Sentence = { path: string; say: Say; places: number[] }

/**
 * Returns the indexes of the parameters that are titles of plans, by their names in the English source, which Node
 * keeps.
 */
function placesOfTitles(say: Say): number[] {
  const names = (/^\(([^)]*)\)/.exec(String(say))?.[1] ?? '').split(',').map((name) => name.trim())
  const change = ['from', 'to'].every((name) => names.includes(name)) && !names.includes('plan')
  const wanted = change ? ['from', 'to'] : ['plan']
  return names.flatMap((name, place) => (wanted.includes(name) ? [place] : []))
}

function sentencesOf(english: unknown, other: unknown, path: string): Sentence[] {
  if (typeof english === 'function') {
    const places = placesOfTitles(english as Say)
    return places.length > 0 ? [{ path, say: other as Say, places }] : []
  }
  if (typeof english !== 'object' || english === null) return []
  return Object.entries(english).flatMap(([key, value]) =>
    sentencesOf(value, (other as Record<string, unknown>)[key], `${path}.${key}`),
  )
}

async function sentences(language: Language): Promise<Sentence[]> {
  const read = async (of: Language, file: string) => (await import(join(import.meta.dirname, of, file))) as object
  const files = sentenceFiles.filter((file) => /^(mails|shop|account)\//.test(file) && file !== 'shop/figure.ts')
  const all = files.map(async (file) => sentencesOf(await read('en', file), await read(language, file), file))
  return (await Promise.all(all)).flat()
}

/**
 * Returns whether a title of any grammatical form fits: it is quoted, follows a colon, or ends the sentence, and no
 * article or possessive precedes it.
 */
function fits(text: string, title: string): boolean {
  const bare = text.replaceAll(`“${title}”`, '').replaceAll(`„${title}“`, '')
  const rest = bare.startsWith(`${title}: `) ? bare.slice(title.length) : bare
  const stem = rest.endsWith('.') ? rest.slice(0, -1) : rest
  const last = stem.endsWith(title) ? stem.slice(0, -title.length) : stem
  return !last.includes(title) && !/(^|\s)(your|the|an?|Ihre?[nmrs]?|die|der|das|den|dem)\s$/iu.test(last)
}

for (const language of languages)
  test(`${language}: every sentence and subject fits plan titles of any form`, async () => {
    const found = await sentences(language)
    assert.ok(found.length > 50, `${found.length} sentences`)
    const unfit = found.flatMap(({ path, say, places }) =>
      titles.flatMap((title) => {
        const given = Array.from({ length: 6 }, (_, place) => (places.includes(place) ? title : `3 May 202${place}`))
        const text = String(say(...given))
        return fits(text, title) ? [] : [`${path}: ${text}`]
      }),
    )
    assert.deepEqual(unfit, [])
  })

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import { sentenceFiles } from '../test/support/words.ts'

/** Sentences whose number is a constant above 1 of the product. */
const neverOne = /extend\.days|bulkWords\.limit|activation\.note/

/** Returns the texts of the functions of a catalogue, each called with 1 for every value. Some need other values. */
function textsWithOne(value: unknown, path: string): string[] {
  if (typeof value === 'function') {
    try {
      const text: unknown = value(...Array.from({ length: 6 }, () => 1))
      return typeof text === 'string' ? [`${path}: ${text}`] : []
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError) return []
      throw error
    }
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => textsWithOne(part, `${path}.${key}`))
}

test.each([
  ['en', /\b1 (days|computers|hours|minutes|weeks|months|years|people|rows|messages|entries|[a-z]+s are)\b/],
  ['de', /\b1 (Tage|Tagen|Stunden|Minuten|Wochen|Monate|Monaten|Jahre|Jahren|Personen|Zeilen|Einträge)\b|sind 1 /],
] as const)('no sentence in %s has a plural after the number 1', async (language, plural) => {
  const texts = await Promise.all(
    sentenceFiles.map(async (file) => textsWithOne(await import(join(import.meta.dirname, language, file)), file)),
  )
  assert.ok(texts.flat().length > 100)
  assert.deepEqual(
    texts.flat().filter((text) => plural.test(text) && !neverOne.test(text)),
    [],
  )
})

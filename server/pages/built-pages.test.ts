import assert from 'node:assert/strict'
import { afterEach, test } from 'vitest'
import { addLanguages } from '../../domain/language.ts'
import { builtPages, editionIn } from './built-pages.ts'

afterEach(() => addLanguages([]))

test('loads the renderer of an added language once, with its texts', async () => {
  addLanguages(['fr'])
  const edition = editionIn(await builtPages.read({ fr: { 'titles.plans': 'Les offres' } }), 'fr')
  const loading = edition.renderer()
  assert.equal(edition.renderer(), loading)
  assert.equal(await edition.renderer(), await loading)
})

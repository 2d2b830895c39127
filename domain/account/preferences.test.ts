import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { languageOf, preferenceCookies, themeOf, themes } from './preferences.ts'

describe('languageOf', () => {
  it('the visitor’s choice precedes their browser’s', () => {
    assert.equal(languageOf({ language: 'en' }, 'de'), 'en')
    assert.equal(languageOf({ language: 'de' }, undefined), 'de')
    assert.equal(languageOf({ '__Host-language': 'de', language: 'en' }, 'en'), 'de')
    assert.equal(languageOf({}, 'de'), 'de')
  })

  it('ignores an unsupported choice', () => {
    for (const language of ['fr', '', 'DE', 'constructor']) assert.equal(languageOf({ language }, 'de'), 'de')
    assert.equal(languageOf({ language: 'fr' }, undefined), 'en')
  })
})

describe('themeOf', () => {
  it('returns the theme in the cookie, otherwise that of the system', () => {
    for (const theme of themes) assert.equal(themeOf({ theme }), theme)
    assert.equal(themeOf({ '__Host-theme': 'dark', theme: 'light' }), 'dark')
    fc.assert(fc.property(fc.string(), (theme) => assert.ok(themes.includes(themeOf({ theme })))))
    assert.equal(themeOf({}), 'system')
  })
})

describe('preferenceCookies', () => {
  it('cannot be set by another host over https', () => {
    for (const name of Object.values(preferenceCookies(true))) assert.match(name, /^__Host-/)
    for (const name of Object.values(preferenceCookies(false))) assert.doesNotMatch(name, /^__/)
  })
})

describe('the cookies', () => {
  it('are read under the names under which they are set', () => {
    for (const secure of [true, false]) {
      const { language, theme } = preferenceCookies(secure)
      assert.equal(languageOf({ [language]: 'de' }, 'en'), 'de')
      assert.equal(themeOf({ [theme]: 'dark' }), 'dark')
      assert.notEqual(language, theme)
    }
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { pathOnSite } from './safe-redirect.ts'

const site = 'https://shop.example'

describe('the path to return to after signing in', () => {
  it('is the requested path, with its query and fragment', () => {
    for (const path of ['/', '/try/analytics-trial', '/plans/a/confirmation?from=mail#top', '/%E2%82%AC', '/a//b'])
      assert.equal(pathOnSite(path, site), path)
  })

  it('is the front page for any address that could lead elsewhere', () => {
    const tricks = [
      '//evil.example',
      '///evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/\n/evil.example',
      '\t//evil.example',
      ' //evil.example',
      '/.//evil.example',
      '/..//evil.example',
      '/x/..//evil.example',
      '/%2e%2e//evil.example',
      'https:evil.example',
      'https://evil.example',
      'https://shop.example@evil.example',
      '@evil.example',
      '.evil.example',
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      'data:text/html,x',
      'evil.example',
      '',
    ]
    for (const trick of tricks) assert.equal(pathOnSite(trick, site), '/', JSON.stringify(trick))
    assert.equal(pathOnSite(undefined, site), '/')
  })

  it('is always on this site, for any input', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      '%09',
      '\t',
      'evil.example',
      'https:',
      'x',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
        ),
        (given) => {
          const path = pathOnSite(given, site)
          assert.equal(new URL(path, site).origin, site)
          assert.match(path, /^\/(?![/\\])/)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { isAllowedRedirect } from './redirect.ts'

const allowed = (uri: string) => isAllowedRedirect(uri, 'parallax')

test('a code is sent to the loopback address at any port, or to the desktop protocol', () => {
  for (const uri of ['http://127.0.0.1:49152/', 'http://127.0.0.1:1/a/b', 'http://[::1]:65535/x', 'parallax://licence'])
    assert.ok(allowed(uri), uri)
})

test('a code is sent to no other address', () => {
  for (const uri of [
    'http://localhost:49152/',
    'http://127.0.0.1/',
    'http://127.0.0.1:0/',
    'http://127.0.0.1:65536/',
    'https://127.0.0.1:49152/',
    'http://user@127.0.0.1:49152/',
    'http://127.0.0.1:49152@evil.example/',
    'http://127.0.0.1:49152/#fragment',
    'http://127.0.0.1:49152/?next=https://evil.example',
    'http://127.0.0.1.evil.example:49152/',
    'http://127.1:49152/',
    'http://127.0.0.1:49152\\@evil.example/',
    'http://127.0.0.1:49152/\r\nset-cookie: a=b',
    'parallax://licence@evil.example',
    'parallax://other',
    'other://licence',
    'javascript:alert(1)',
    '//evil.example',
    '',
  ])
    assert.ok(!allowed(uri), uri)
})

test('every allowed address leads the browser to this computer', () => {
  const part = fc.constantFrom(
    'http://',
    'https://',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'evil.example',
    ':80',
    ':',
    '@',
    '/',
    '#',
    '?',
    '\\',
    '.',
    'a',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const uri = parts.join('')
      if (allowed(uri)) assert.match(new URL(uri).hostname, /^(?:127\.0\.0\.1|\[::1\])$/)
    }),
  )
})

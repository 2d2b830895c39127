import assert from 'node:assert/strict'
import { test } from 'vitest'
import { systemOf } from './system.ts'

const browsers: [name: string, system: string | null][] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18 Safari/605.1.15', 'macos'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'linux'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', null],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', null],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', null],
  ['curl/8.0', null],
  ['', null],
]

for (const [name, system] of browsers)
  test(`${name || 'an empty name'} is ${system ?? 'no system with an installer'}`, () => {
    assert.equal(systemOf(name), system)
  })

test('systemOf › uses the client hint if the user agent does not name the system', () => {
  assert.equal(systemOf('Mozilla/5.0', '"macOS"'), 'macos')
  assert.equal(systemOf('Mozilla/5.0', '"Windows"'), 'windows')
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Config } from '../config/config.ts'
import { explainListening } from './announcement.ts'

test('a server that cannot listen names the setting to change', () => {
  const config = { host: '192.0.2.1', port: 80 } as Config
  for (const [code, sentence] of [
    ['EADDRINUSE', 'Port 80 is in use: stop the process that uses it, or set PORT.'],
    ['EACCES', 'Port 80 requires permissions that this user lacks: set PORT to 1024 or more.'],
    ['EADDRNOTAVAIL', '192.0.2.1 is not an address of this machine: set HOST to one that is.'],
    ['ENOTFOUND', '192.0.2.1 is not a known host name: set HOST to an address.'],
    ['EOTHER', 'Cannot listen on the address that HOST and PORT name: no'],
  ])
    assert.equal(explainListening(config, Object.assign(new Error('no'), { code })), sentence)
})

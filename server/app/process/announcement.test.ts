import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig, type Config } from '../config/config.ts'
import { announcement, explainListening } from './announcement.ts'

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

test('the start announces the thresholds of screening if the operator changed them', () => {
  const said = (environment: Record<string, string>) =>
    announcement(readConfig(environment), 'Parallax', null, null, 0).filter((line) => line.includes('SCREENING_HOLD'))
  assert.deepEqual(said({}), [])
  assert.deepEqual(said({ SCREENING_HOLD: '0.82', SCREENING_LOOK: '0.72' }), [])
  for (const [environment, hold, look] of [
    [{ SCREENING_HOLD: '0.9' }, 0.9, 0.72],
    [{ SCREENING_LOOK: '0.6' }, 0.82, 0.6],
    [{ SCREENING_HOLD: '0.5' }, 0.5, 0.5],
  ] as const)
    assert.deepEqual(said(environment), [
      `Changed thresholds of screening: SCREENING_HOLD is ${hold} (default 0.82), SCREENING_LOOK is ${look} (default 0.72)`,
    ])
})

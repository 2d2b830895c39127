import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isPublicAddress } from './public-address.ts'

test('messages may be sent to addresses of the public internet only', () => {
  const open = ['1.1.1.1', '93.184.215.14', '172.15.0.1', '192.167.255.255', '2606:4700::1111', '2a00:1450::1']
  assert.deepEqual(
    open.filter((address) => !isPublicAddress(address)),
    [],
  )
  const closed = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ]
  assert.deepEqual(closed.filter(isPublicAddress), [])
})

import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import type { FastifyRequest } from 'fastify'
import { clientAddress, plainAddress, trustIn } from './network-address.ts'
import { networksOf } from '../server/http/session/rate-limits.ts'

test('plainAddress › strips ports, brackets, quotes and zones, and is null for what is no address', () => {
  for (const [text, address] of [
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9:4711 ', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['"[2001:db8::7]:4711"', '2001:db8::7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', null],
    ['_hidden', null],
    ['', null],
    ['203.0.113', null],
    ['203.0.113.9:4711:1', null],
    ['[203.0.113.9', null],
  ] as const)
    assert.equal(plainAddress(text), address, text)
})

test('an address counts as the same in any spelling and with any port', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.integer({ min: 1, max: 65535 }), (address, port) => {
      const bracketed = address.includes(':') ? `[${address}]` : address
      assert.deepEqual(networksOf(`${bracketed}:${port}`), networksOf(address))
    }),
  )
})

test('networksOf › IPv6 is counted at its /64 and, with a wider budget, at its /48', () => {
  assert.deepEqual(networksOf('2001:db8:a:b:c:d:e:f'), [
    ['2001:db8:a:b/64', 1],
    ['2001:db8:a/48', 4],
  ])
  assert.deepEqual(networksOf('2001:0DB8::1'), networksOf('2001:db8:0:0:9::'))
  assert.deepEqual(networksOf('203.0.113.9'), [['203.0.113.9', 1]])
  assert.deepEqual(networksOf('a.cookie or an id'), [['a.cookie or an id', 1]])
})

test('a proxy is recognised in every spelling of its address', () => {
  const trusts = trustIn(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', 'loopback'])
  for (const address of ['10.1.2.3:5', '::ffff:192.0.2.1', '[fd00::1]:9', '127.9.9.9', '::1'])
    assert.equal(trusts(address), true, address)
  for (const address of ['11.0.0.1', '192.0.2.2', 'fe00::1', 'unknown', ''])
    assert.equal(trusts(address), false, address)
})

test('the network address is empty once the connection is closed, because Node then has none', () => {
  const gone = { ip: undefined, socket: { remoteAddress: undefined } } as unknown as FastifyRequest
  assert.equal(clientAddress(gone), '')
  assert.equal(trustIn(['10.0.0.0/8'])(undefined), false)
})

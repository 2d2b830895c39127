import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { hostsIn } from './hosts-file.ts'

const text = `# This machine
127.0.0.1\tlocalhost
::1 localhost ip6-localhost # both
10.1.2.3  crm.internal CRM
#10.9.9.9 crm.internal
nonsense crm.internal
`

test('a hosts file returns, for each name, the addresses of all its lines', () => {
  assert.deepEqual(hostsIn(text, 'localhost'), ['127.0.0.1', '::1'])
  assert.deepEqual(hostsIn(text, 'crm'), ['10.1.2.3'])
  assert.deepEqual(hostsIn(text, 'Crm.Internal'), ['10.1.2.3'])
  for (const host of ['internal', 'crm.internal.example', 'both', '10.1.2.3', ''])
    assert.deepEqual(hostsIn(text, host), [], host)
})

test('a name is found beside other names of its line, with any spaces and line endings', () => {
  fc.assert(
    fc.property(
      fc.ipV4(),
      fc.domain(),
      fc.array(fc.domain()),
      fc.constantFrom(' ', '\t', '  '),
      (address, host, others, gap) => {
        const line = [address, ...others, host].join(gap)
        assert.deepEqual(hostsIn(`::1 localhost\r\n${gap}${line}\r\n`, host), [address])
        assert.deepEqual(hostsIn(`# ${line}`, host), [])
      },
    ),
  )
})

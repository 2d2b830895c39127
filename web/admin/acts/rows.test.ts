import assert from 'node:assert/strict'
import { test } from 'vitest'
import { fullName } from './rows.ts'

const person = { firstName: '', lastName: '', email: 'leila@shop.example' }

test('a name with right-to-left letters is isolated from the sentence around it, and no other name is', () => {
  const named = (firstName: string, lastName: string) => fullName({ ...person, firstName, lastName })
  assert.equal(named('ليلى', 'Haddad'), '\u2068ليلى Haddad\u2069')
  assert.equal(named('נועה', 'כהן'), '\u2068נועה כהן\u2069')
  assert.equal(named('Zoë', '陈'), 'Zoë 陈')
  assert.equal(named('', ''), 'leila@shop.example')
})

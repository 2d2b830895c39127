import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { adminAreaRoleOf, isRoleOfAdministrator } from './role.ts'

describe('the role of an administrator', () => {
  it('is SUBSCRIPTION_ADMIN in any ASCII letter case [3.3]', () => {
    const anyCase = fc
      .array(fc.boolean(), { minLength: 18, maxLength: 18 })
      .map((upper) =>
        Array.from('subscription_admin', (letter, i) => (upper[i] ? letter.toUpperCase() : letter)).join(''),
      )
    fc.assert(fc.property(anyCase, (role) => isRoleOfAdministrator(role)))
  })

  const others = [
    [
      'a letter that only looks alike',
      [
        'ſUBSCRIPTION_ADMIN',
        'SUBſCRIPTION_ADMIN',
        'SUBSCRİPTİON_ADMIN',
        'subscrıptıon_admin',
        'ＳUBSCRIPTION_ADMIN',
        'SUВSCRIPTION_ADMIN',
      ],
    ],
    [
      'blanks or more letters',
      [
        ' SUBSCRIPTION_ADMIN',
        'SUBSCRIPTION_ADMIN ',
        'SUBSCRIPTION_ADMIN\n',
        'SUBSCRIPTION_ADMIN\u0000',
        'SUBSCRIPTION_ADMINS',
        'SUBSCRIPTION ADMIN',
        'SUBSCRIPTION-ADMIN',
        'SUBSCRIPTION\u200b_ADMIN',
      ],
    ],
    ['another word', ['', 'ADMIN', 'admin', 'true', 'SUBSCRIPTION_ADMIN,USER', '*']],
    [
      'a list, an object or anything else',
      [
        ['SUBSCRIPTION_ADMIN'],
        { toString: () => 'SUBSCRIPTION_ADMIN' },
        { 0: 'SUBSCRIPTION_ADMIN' },
        true,
        1,
        null,
        undefined,
      ],
    ],
  ] as const
  for (const [what, roles] of others)
    it(`is not ${what}`, () => {
      for (const role of roles) assert.equal(isRoleOfAdministrator(role), false, JSON.stringify(role))
    })

  it('is nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('SUBSCRIPTION', '_', 'ADMIN', 'admin', 'ſ', 'İ', ' ', 'x') }),
        (role) => {
          assert.equal(
            isRoleOfAdministrator(role),
            role.replaceAll(/[a-z]/g, (c) => c.toUpperCase()) === 'SUBSCRIPTION_ADMIN',
          )
        },
      ),
    )
  })
})

describe('the role that enters the admin area', () => {
  it('is that of administrators or support, in any ASCII letter case', () => {
    assert.equal(adminAreaRoleOf('subscription_Admin'), 'SUBSCRIPTION_ADMIN')
    assert.equal(adminAreaRoleOf('Subscription_support'), 'SUBSCRIPTION_SUPPORT')
  })

  it('does not make support an administrator', () => {
    assert.equal(isRoleOfAdministrator('SUBSCRIPTION_SUPPORT'), false)
  })

  it('is not another word, one with more letters, or a list', () => {
    for (const role of ['USER', '', 'SUBSCRIPTION_SUPPORT ', ' SUBSCRIPTION_SUPPORT', 'ſUBSCRIPTION_SUPPORT'])
      assert.equal(adminAreaRoleOf(role), null, role)
    for (const role of [['SUBSCRIPTION_SUPPORT'], null, undefined, true]) assert.equal(adminAreaRoleOf(role), null)
  })
})

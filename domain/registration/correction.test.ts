import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { correctionPath, correctionReason } from './correction.ts'
import { changesBetween, detailsFrom, detailsOf, valuesFrom, type Details } from './details.ts'
import { cleared } from '../subscription/subscription.ts'

const given = fc.record({
  firstName: fc.constantFrom('Jane', 'Zoë'),
  lastName: fc.constantFrom('Doe', 'Roe'),
  company: fc.constantFrom('Contoso', 'Northwind'),
  country: fc.constantFrom('US', 'GB', 'UA'),
  state: fc.constantFrom(null, 'CA', 'TX'),
  region: fc.constantFrom(null, '32', '43'),
})
/** Other fields are empty. */
const details: fc.Arbitrary<Details> = given.map((values) => ({ ...detailsOf({}), ...values }))
const person = fc.record({
  emailVerified: fc.boolean(),
  dplStatus: fc.constantFrom('PASS', 'PENDING', 'FAIL'),
  deniedCountry: fc.boolean(),
  erased: fc.constant(false),
})

describe('a correction', () => {
  it('lists each field that differs, and no other', () => {
    fc.assert(
      fc.property(details, details, (before, after) => {
        const changes = changesBetween(before, after)
        const applied = Object.fromEntries(changes.map(({ field, after: to }) => [field, to]))
        assert.deepEqual(detailsOf({ ...valuesFrom(before), ...applied }), { ...after })
        assert.ok(changes.every((change) => change.before !== change.after))
      }),
    )
  })

  it('is applied immediately for cleared people only', () => {
    fc.assert(
      fc.property(person, details, details, (who, before, after) => {
        const path = correctionPath(who, changesBetween(before, after))
        assert.equal(path === 'apply', cleared(who))
        assert.equal(path === 'refuse', who.dplStatus === 'FAIL')
      }),
    )
  })

  it('waits for review otherwise, until the present details withdraw it', () => {
    const waiting = { emailVerified: true, dplStatus: 'PENDING', deniedCountry: false, erased: false } as const
    const change = { field: 'company', before: 'Northwind', after: 'Contoso' } as const
    assert.equal(correctionPath(waiting, [change]), 'wait')
    assert.equal(correctionPath(waiting, []), 'withdraw')
  })

  it('lists added and removed values with an empty counterpart', () => {
    const stated = {
      ...detailsOf({}),
      firstName: 'Jane',
      lastName: 'Doe',
      company: 'Contoso',
      country: 'UA',
      state: null,
      region: '32',
    }
    const unstated = { ...stated, region: null }
    assert.deepEqual(changesBetween(unstated, stated), [{ field: 'region', before: '', after: '32' }])
    assert.deepEqual(changesBetween(stated, unstated), [{ field: 'region', before: '32', after: '' }])
    assert.equal('region' in valuesFrom(unstated), false)
    assert.equal(valuesFrom(stated).region, '32')
  })

  it('contains a region in countries that have regions, and a state elsewhere', () => {
    const kept = {
      ...detailsOf({}),
      firstName: 'Jane',
      lastName: 'Doe',
      company: 'Contoso',
      country: 'UA',
      state: '32',
    }
    assert.deepEqual(detailsFrom(kept), { ...kept, state: null, region: '32' })
    assert.deepEqual(detailsFrom({ ...kept, country: 'US', state: 'TX' }), {
      ...kept,
      country: 'US',
      state: 'TX',
      region: null,
    })
  })

  it('is listed as a reason for review, and does not put anyone on hold by itself', () => {
    const reason = correctionReason('1', [{ field: 'company', before: 'Northwind', after: 'Contoso' }])
    assert.deepEqual([reason.kind, reason.key, reason.holds], ['correction', 'correction:1', false])
    assert.deepEqual(reason.changes, [{ field: 'company', before: 'Northwind', after: 'Contoso' }])
  })
})

import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import {
  approvalOf,
  approvedReason,
  correctionPath,
  correctionReason,
  isNewTo,
  needsAdministrator,
  reviewAct,
} from './correction.ts'
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
const reasons = fc
  .uniqueArray(fc.constantFrom('correction', 'list', 'domain', 'country-look'))
  .map((kinds) => kinds.map((kind) => ({ kind: kind as 'correction' | 'list', key: `${kind}:1` })))
const outcome = fc.constantFrom('PASS', 'FAIL')

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

describe('a decision', () => {
  it('about a correction alone never clears or refuses a person; without one it is about the person', () => {
    fc.assert(
      fc.property(outcome, reasons, (decided, found) => {
        const act = reviewAct(decided, found)
        const corrects = found.some(({ kind }) => kind === 'correction')
        assert.equal(act === 'approve', decided === 'PASS' && !corrects)
        assert.equal(act === 'apply-correction', decided === 'PASS' && corrects)
        assert.equal(act === 'discard-correction', decided === 'FAIL' && corrects && found.length === 1)
      }),
    )
  })

  it('applies only to what the reviewer saw', () => {
    fc.assert(
      fc.property(outcome, reasons, reasons, (decided, found, earlier) => {
        const keys = (some: typeof found) => some.map(({ key }) => key)
        assert.equal(isNewTo(keys(found), decided, found), false)
        if (isNewTo(keys(earlier), decided, found)) return
        const seen = found.filter(({ key }) => keys(earlier).includes(key))
        assert.equal(reviewAct(decided, seen), reviewAct(decided, found))
        if (decided === 'PASS') assert.deepEqual(seen, found)
      }),
    )
  })

  it('that refuses a person stays in force after any corrections', () => {
    const now = [
      { kind: 'correction', key: 'correction:2' },
      { kind: 'domain', key: 'domain:1' },
    ] as const
    assert.equal(isNewTo(['domain:1'], 'FAIL', now), false)
    assert.equal(isNewTo(['correction:1', 'domain:1'], 'FAIL', now), false)
    assert.equal(isNewTo(['correction:1'], 'FAIL', now.slice(0, 1)), true)
  })
})

describe('an approval', () => {
  it('needs an administrator for a match, a sanctioned region, an uncompared name, and after a refusal', () => {
    const kinds = ['list', 'region', 'unreadable', 'unfinished', 'unscreened'] as const
    fc.assert(
      fc.property(fc.constantFrom('PASS', 'PENDING'), reasons, (status, found) => {
        assert.equal(
          needsAdministrator(status, found),
          found.some(({ kind }) => kind === 'list'),
        )
        for (const kind of kinds) assert.equal(needsAdministrator(status, [...found, { kind }]), true, kind)
        assert.equal(needsAdministrator('FAIL', found), true)
      }),
    )
  })
})

describe('the first of two approvals', () => {
  const match = { kind: 'list', key: 'list:L:1', holds: false, score: 0.75, entryName: 'DOE, Jane' } as const
  const first = { isOwn: false, isAdministrators: true, reasons: [approvedReason(match)] }

  it('applies to the same match, even if part of it is gone', () => {
    assert.equal(approvalOf([match], first), 'second')
    assert.equal(approvalOf([], first), 'second')
    assert.equal(approvalOf([match], { ...first, isOwn: true }), 'own')
  })

  it('is void if the match is another one, or its author is no longer an administrator', () => {
    assert.equal(approvalOf([match], null), 'first')
    assert.equal(approvalOf([match], { ...first, isAdministrators: false }), 'first')
    for (const change of [{ holds: true }, { score: 0.9 }, { entryName: 'ROE, Jane' }, { key: 'list:L:2' }])
      assert.equal(approvalOf([{ ...match, ...change }], first), 'first')
  })

  it('is void if its correction is withdrawn or another one is waiting', () => {
    const [one, other] = ['1', '2'].map((id) => correctionReason(id, [{ field: 'company', before: 'A', after: 'B' }]))
    assert.ok(one && other)
    const about = { ...first, reasons: [one, match].map(approvedReason) }
    assert.equal(approvalOf([one, match], about), 'second')
    assert.equal(approvalOf([one], about), 'second', 'a match that is gone changes nothing')
    assert.equal(approvalOf([match], about), 'first')
    assert.equal(approvalOf([other, match], about), 'first')
  })

  it('identifies a reason without a score by its key alone', () => {
    const domain = { kind: 'domain', key: 'domain:1', holds: true } as Parameters<typeof approvedReason>[0]
    assert.equal(approvedReason(domain), 'domain:1')
    assert.notEqual(approvedReason(match), match.key)
  })
})

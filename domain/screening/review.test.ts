import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { correctionReason } from '../registration/correction.ts'
import {
  approvalOf,
  approvedReason,
  decideReview,
  isNewTo,
  needsAdministrator,
  reviewAct,
  type Review,
  type ReviewedPerson,
} from './review.ts'
import type { Reason } from './screening.ts'

const reasons = fc
  .uniqueArray(fc.constantFrom('correction', 'list', 'domain', 'country-look'))
  .map((kinds) => kinds.map((kind) => ({ kind: kind as 'correction' | 'list', key: `${kind}:1` })))
const outcome = fc.constantFrom('PASS', 'FAIL')

describe('a decision', () => {
  const domain: Reason = { kind: 'domain', key: 'domain:1', holds: true }
  const match: Reason = { kind: 'list', key: 'list:L:1', holds: true, score: 0.9, entryName: 'DOE, Jane' }
  const correction = correctionReason('1', [{ field: 'company', before: 'A', after: 'B' }])
  const since = new Date('2026-11-20T12:00:00Z')
  const waits = (...asked: Reason[]): ReviewedPerson => ({
    dplStatus: 'PENDING',
    deniedCountry: false,
    emailVerified: true,
    waitingSince: since,
    findings: asked.filter(({ kind }) => kind !== 'correction'),
    asked,
  })
  const passes: ReviewedPerson = { ...waits(), dplStatus: 'PASS', waitingSince: null }
  const approves: Review = { outcome: 'PASS', isAdministrator: true }
  const refuses: Review = { outcome: 'FAIL', isAdministrator: false }
  const first = { isOwn: false, isAdministrators: true, reasons: [approvedReason(match)] }

  it('is about the person or their correction, and is refused with the reason where it comes too late', () => {
    const support = { ...approves, isAdministrator: false }
    const rows: [ReviewedPerson, Review, Parameters<typeof decideReview>[2], string][] = [
      [waits(domain), support, undefined, 'approve'],
      [waits(domain), refuses, undefined, 'refuse'],
      [waits(correction), support, undefined, 'apply-correction'],
      [waits(correction), refuses, undefined, 'discard-correction'],
      [waits(correction, domain), refuses, undefined, 'refuse'],
      [waits(match), support, undefined, 'ADMINISTRATORS_ONLY'],
      [{ ...waits(), dplStatus: 'FAIL', waitingSince: null }, support, undefined, 'ADMINISTRATORS_ONLY'],
      [{ ...waits(correction), findings: [match] }, support, undefined, 'ADMINISTRATORS_ONLY'],
      [{ ...waits(correction), deniedCountry: true }, support, undefined, 'ADMINISTRATORS_ONLY'],
      [{ ...waits(correction), deniedCountry: true }, refuses, undefined, 'discard-correction'],
      [{ ...waits(correction), deniedCountry: true }, approves, undefined, 'apply-correction'],
      [{ ...waits(correction), deniedCountry: true }, approves, null, 'approve-first'],
      [waits(match), refuses, undefined, 'refuse'],
      [waits(domain), { ...approves, since }, undefined, 'approve'],
      [waits(domain), { ...approves, since: null }, undefined, 'REVIEWED_MEANWHILE'],
      [passes, { ...approves, since }, undefined, 'REVIEWED_MEANWHILE'],
      [passes, { ...approves, since: null }, undefined, 'NOTHING_TO_REVIEW'],
      [{ ...waits(domain), emailVerified: false }, approves, undefined, 'NOTHING_TO_REVIEW'],
      [{ ...waits(), dplStatus: 'FAIL', waitingSince: null }, approves, undefined, 'approve'],
      [{ ...waits(), dplStatus: 'FAIL', waitingSince: null }, refuses, undefined, 'REFUSED_ALREADY'],
      [passes, refuses, undefined, 'refuse'],
      [waits(domain, match), { ...approves, seen: ['domain:1'] }, undefined, 'FOUND_MEANWHILE'],
      [waits(domain, match), { ...refuses, seen: ['domain:1'] }, undefined, 'refuse'],
      [waits(match), approves, null, 'approve-first'],
      [waits(match), approves, first, 'approve'],
      [waits(match), approves, { ...first, isOwn: true }, 'CONFIRM_OWN'],
      [waits(domain), approves, null, 'approve'],
      [waits(match), refuses, null, 'refuse'],
      [waits(match, correction), approves, first, 'approve-first'],
    ]
    for (const [person, review, before, result] of rows)
      assert.deepEqual(Object.values(decideReview(person, review, before)), [result])
  })

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
  it('needs an administrator for a match, a sanctioned region, an uncompared name, a denied country, and after a refusal', () => {
    const kinds = ['list', 'region', 'unreadable', 'unfinished', 'unscreened'] as const
    fc.assert(
      fc.property(fc.constantFrom('PASS', 'PENDING'), reasons, (dplStatus, found) => {
        const person = { dplStatus, deniedCountry: false }
        assert.equal(
          needsAdministrator(person, found),
          found.some(({ kind }) => kind === 'list'),
        )
        for (const kind of kinds) assert.equal(needsAdministrator(person, [...found, { kind }]), true, kind)
        assert.equal(needsAdministrator({ ...person, deniedCountry: true }, found), true)
        assert.equal(needsAdministrator({ ...person, dplStatus: 'FAIL' }, found), true)
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
    for (const change of [
      { holds: true },
      { score: 0.9 },
      { entryName: 'ROE, Jane' },
      { alias: 'ROE, Jane' },
      { expired: '2026-11-19' },
      { key: 'list:L:2' },
    ])
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

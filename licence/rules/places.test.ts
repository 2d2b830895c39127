import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { placeFor, type OtherDevice } from './places.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (days: number) => new Date(now.getTime() - days * 86_400_000)
const terms = { devices: 3, swaps: 10 }
const device = (
  approved: number,
  seen = 0,
  released: number | null = null,
  lease: number | null = null,
): OtherDevice => ({
  approvedAt: ago(approved),
  seenAt: ago(seen),
  leaseUntil: lease === null ? null : ago(lease),
  releasedAt: released === null ? null : ago(released),
})

test('three devices can be signed in; one that signed out or was not seen for 60 days frees a place', () => {
  assert.equal(placeFor([device(90), device(80)], terms, now), 'free')
  assert.equal(placeFor([device(90), device(80), device(70)], terms, now), 'devices')
  assert.equal(placeFor([device(90), device(80), device(70, 1, 1)], terms, now), 'free')
  assert.equal(placeFor([device(90), device(80), device(70, 60)], terms, now), 'free')
  assert.equal(placeFor([device(90), device(80), device(70, 59)], terms, now), 'devices')
})

test('a device with a licence file takes a place until the file ends, unless it is signed out', () => {
  assert.equal(placeFor([device(90), device(80), device(70, 70, null, -1)], terms, now), 'devices')
  assert.equal(placeFor([device(90), device(80), device(70, 70, null, 0)], terms, now), 'free')
  assert.equal(placeFor([device(90), device(80), device(70, 70, 1, -1)], terms, now), 'free')
})

test('at most ten devices can be added within 30 days, even if all of them were signed out', () => {
  const gone = Array.from({ length: 10 }, () => device(29, 29, 29))
  assert.equal(placeFor(gone, terms, now), 'swaps')
  assert.equal(placeFor([...gone.slice(1), device(30, 30, 29)], terms, now), 'free')
})

test('no sequence of approvals and sign-outs ever has more devices signed in than allowed', () => {
  const step = fc.record({ hours: fc.nat({ max: 200 }), signOut: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), (steps, devices) => {
      const all: OtherDevice[] = []
      let time = now.getTime()
      for (const { hours, signOut } of steps) {
        time += hours * 3_600_000
        const moment = new Date(time)
        const open = all.find(({ releasedAt }) => releasedAt === null)
        if (signOut && open) open.releasedAt = moment
        else if (placeFor(all, { devices, swaps: 10 }, moment) === 'free')
          all.push({ approvedAt: moment, seenAt: moment, leaseUntil: null, releasedAt: null })
        const since = (days: number) => time - days * 86_400_000
        const seen = all.filter((one) => one.releasedAt === null && one.seenAt.getTime() > since(60))
        assert.ok(seen.length <= devices)
        assert.ok(all.filter((one) => one.approvedAt.getTime() > since(30)).length <= 10)
      }
    }),
  )
})

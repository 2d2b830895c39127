import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { maxProofs, renewalBy, type PresentedToken, type StoredTokens } from './refresh-token.ts'

let made = 0
const newProof = () => `proof ${(made += 1)}`

/** A server that keeps one device's row, and answers a token with the next one or with the reason why there is none. */
function server() {
  const issue = (seq: number): PresentedToken => ({ seq, hash: `token ${(made += 1)}` })
  const first = issue(1)
  let row: StoredTokens = { seq: 1, usedHash: null, issuedHash: first.hash, usedProofs: [] }
  return {
    first,
    copy: () => row,
    restore: (backup: StoredTokens) => void (row = backup),
    present(token: PresentedToken, proof = newProof()): PresentedToken | 'copied' | 'replayed' {
      const renewal = renewalBy(row, token, proof)
      if (typeof renewal === 'string') return renewal
      const next = issue(renewal.seq)
      row = { ...renewal, issuedHash: next.hash }
      assert.ok(row.usedProofs.length <= maxProofs)
      return next
    },
  }
}

/** A renewal, whose response arrives or is lost; or one of those before, which the network sends once more. */
const events = fc.array(fc.oneof(fc.boolean(), fc.nat({ max: maxProofs - 1 })), { maxLength: 200 })

test('a single device is never refused, whichever responses are lost and whichever requests are sent again', () => {
  fc.assert(
    fc.property(events, (happenings) => {
      const { first, present } = server()
      let own = first
      const sent: { token: PresentedToken; proof: string }[] = []
      for (const event of happenings) {
        if (typeof event === 'number') {
          const again = sent.at(-1 - event)
          if (again) assert.equal(typeof present(again.token, again.proof), 'string')
          continue
        }
        const request = { token: own, proof: newProof() }
        sent.push(request)
        const answer = present(own, request.proof)
        assert.ok(typeof answer === 'object')
        if (event) own = answer
      }
    }),
    { numRuns: 1000 },
  )
})

const shuffledRenewals = fc
  .integer({ min: 2, max: 5 })
  .chain((machines) =>
    fc.shuffledSubarray([...Array(machines).keys(), ...Array(machines).keys()], { minLength: machines * 2 }),
  )

test('of several copies that renew twice in any order, one continues and each other is refused by its second renewal', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), shuffledRenewals, (renewals, order) => {
      const { first, present } = server()
      let own = first
      for (let count = 0; count < renewals; count += 1) own = present(own) as PresentedToken
      const held = new Map(order.map((machine) => [machine, own]))
      for (const machine of order) {
        const answer = present(held.get(machine) ?? own)
        if (typeof answer === 'string') held.delete(machine)
        else if (held.has(machine)) held.set(machine, answer)
      }
      assert.equal(held.size, 1)
      const [left] = held.values()
      assert.equal(typeof present(left ?? own), 'object')
    }),
  )
})

test('a device continues after the database was restored, and its old tokens stay invalid', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5 }), fc.integer({ min: 1, max: 5 }), (before, after) => {
      const { first, present, copy, restore } = server()
      const tokens = [first]
      const renew = (count: number) => {
        for (let done = 0; done < count; done += 1) tokens.push(present(tokens.at(-1) ?? first) as PresentedToken)
      }
      renew(before)
      const backup = copy()
      renew(after)
      restore(backup)
      // The token issued last is one higher than the backup's, or the backup's own token is now the used one.
      renew(2)
      assert.ok(tokens.every((token) => typeof token !== 'string'))
      for (const old of tokens.slice(0, -2)) assert.equal(present(old), 'copied')
    }),
  )
})

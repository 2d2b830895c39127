import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { renewalBy, type PresentedToken, type StoredTokens } from './refresh-token.ts'

let made = 0

/** Simulates a server that stores one device's row, and answers a token with the next one or with a refusal. */
function server() {
  const issue = (seq: number): PresentedToken => ({ seq, hash: `token ${(made += 1)}` })
  const first = issue(1)
  let row: StoredTokens = { seq: 1, usedHash: null, issuedHash: first.hash }
  return {
    first,
    copy: () => row,
    restore: (backup: StoredTokens) => void (row = backup),
    present(token: PresentedToken): PresentedToken | 'copied' {
      const renewal = renewalBy(row, token)
      if (renewal === 'copied') return renewal
      const next = issue(renewal.seq)
      row = { seq: renewal.seq, usedHash: renewal.usedHash, issuedHash: next.hash }
      return next
    },
  }
}

test('a single device is never refused, whichever responses are lost', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (arrives) => {
      const { first, present } = server()
      let own = first
      for (const isReceived of arrives) {
        const answer = present(own)
        assert.notEqual(answer, 'copied')
        if (isReceived && answer !== 'copied') own = answer
      }
    }),
  )
})

test('of two copies that renew in turn, one is refused no later than its second renewal', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), fc.boolean(), (renewals, originalFirst) => {
      const { first, present } = server()
      let own = first
      for (let count = 0; count < renewals; count += 1) own = present(own) as PresentedToken
      const machines = originalFirst ? ['original', 'copy'] : ['copy', 'original']
      const held = new Map(machines.map((machine) => [machine, own]))
      const refused = new Set<string>()
      for (let day = 0; day < 2; day += 1)
        for (const machine of machines) {
          const answer = present(held.get(machine) ?? own)
          if (answer === 'copied') refused.add(machine)
          else held.set(machine, answer)
        }
      assert.equal(refused.size, 1)
      const [left] = machines.filter((machine) => !refused.has(machine))
      assert.notEqual(present(held.get(left ?? '') ?? own), 'copied', 'the other one goes on')
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

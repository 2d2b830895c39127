import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { maxProofs, renewalBy, type SignedToken, type StoredTokens } from './refresh-token.ts'

let made = 0
const newProof = () => `proof ${(made += 1)}`

/** A server that keeps one device's row, and answers a token with the next one or with the reason why there is none. */
function server() {
  const issue = (seq: number): SignedToken => ({ seq, hash: `token ${(made += 1)}` })
  const first = issue(1)
  let row: StoredTokens = { seq: 1, usedHash: null, usedProofs: [] }
  return {
    first,
    copy: () => row,
    restore: (backup: StoredTokens) => void (row = backup),
    present(token: SignedToken, proof = newProof()): SignedToken | 'copied' | 'replayed' {
      const renewal = renewalBy(row, token, proof)
      if (typeof renewal === 'string') return renewal
      row = renewal
      assert.ok(row.usedProofs.length <= maxProofs)
      return issue(renewal.seq)
    },
  }
}

/** The program sends a renewal; or the network delivers one of those sent, once more or late, with or without its response. */
type Event = 'send' | { deliver: number; responds: boolean }
const events = fc.array(
  fc.oneof(fc.constant<Event>('send'), fc.record({ deliver: fc.nat(), responds: fc.boolean() })),
  { maxLength: 200 },
)

test('a device alone is never refused, however its requests are lost, delayed, reordered and repeated', () => {
  fc.assert(
    fc.property(events, (happenings) => {
      const { first, present } = server()
      let own = first
      const sent = [{ token: own, proof: newProof() }]
      for (const event of happenings) {
        // A program that sends again no longer waits for the earlier response.
        if (event === 'send') sent.push({ token: own, proof: newProof() })
        else {
          const request = sent[event.deliver % sent.length]
          assert.ok(request)
          const answer = present(request.token, request.proof)
          if (request !== sent.at(-1) || !event.responds) continue
          assert.notEqual(answer, 'copied')
          if (typeof answer !== 'string') own = answer
        }
      }
      assert.equal(typeof present(own), 'object')
    }),
    { numRuns: 1000 },
  )
})

test('processes that renew concurrently with one token keep the device, whichever response is stored last', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 20 }), fc.nat(), (processes, last) => {
      const { first, present } = server()
      const answers = Array.from({ length: processes }, () => present(first) as SignedToken)
      assert.equal(typeof present(answers[last % processes] ?? first), 'object')
    }),
  )
})

test('a request gives one lease, however often and however late it is sent again', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: maxProofs }), (order) => {
      const { first, present } = server()
      const given = new Set<number>()
      for (const request of order) {
        const answer = present(first, `proof of request ${request}`)
        assert.equal(answer === 'replayed', given.has(request))
        given.add(request)
      }
    }),
  )
})

const shuffledRenewals = fc
  .integer({ min: 2, max: 5 })
  .chain((machines) =>
    fc.shuffledSubarray([...Array(machines).keys(), ...Array(machines).keys()], { minLength: machines * 2 }),
  )

test('of several copies that renew twice in any order, one goes on and each other is refused by its second renewal', () => {
  fc.assert(
    fc.property(fc.nat({ max: 20 }), shuffledRenewals, (renewals, order) => {
      const { first, present } = server()
      let own = first
      for (let count = 0; count < renewals; count += 1) own = present(own) as SignedToken
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
        for (let done = 0; done < count; done += 1) tokens.push(present(tokens.at(-1) ?? first) as SignedToken)
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

import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'vitest'
import { killedDatabase } from './shapes/database.ts'
import { quantile } from './shapes/load.ts'
import { killPurchases, type Killed } from './shapes/purchases.ts'
import { givenInstallation, shapes } from './shapes/shapes.ts'

/*
 * SIGKILL at random moments of purchases, plan changes and refunds: of the product, and of PostgreSQL (its first process, and in every
 * second round one that works for the product). Money is taken if and only if there is a subscription, and none twice.
 */
const ofProduct = Number(process.env['PROOF_KILLS'] ?? 100)
const ofDatabase = Math.ceil(ofProduct / 5)

function report(what: string, rounds: number, seen: Killed, goal: number): void {
  const slowest = Math.max(...seen.readyAgain)
  console.log(
    `${what}: ${rounds} kills in ${seen.buyers} purchases; ${seen.charged} charged, ${seen.served} of them served, ` +
      `${seen.switched} plans switched, ${seen.refunded} refunds, ${seen.wrong.length} wrong; ready again after ` +
      `${(quantile(seen.readyAgain, 0.5) / 1000).toFixed(2)} s (median), ${(slowest / 1000).toFixed(2)} s at the most (goal ${goal} s)`,
  )
  assert.deepEqual(seen.wrong, [])
  assert.ok(seen.refunded > 0 || rounds < 20, 'refunds were made')
  // A busy machine is allowed ten times as long.
  assert.ok(slowest < goal * 10_000, `ready again after ${slowest} ms`)
}

for (const shape of shapes) {
  test(`${shape}: survives ${ofProduct} kills of the product`, async () => {
    const installation = await givenInstallation(shape, { billing: true })
    const { addresses, killAndStart } = installation
    const seen = await killPurchases(installation, ofProduct, () => killAndStart(randomInt(addresses.length)))
    report(`${shape}, the product`, ofProduct, seen, 2)
    await installation.stop()
  })

  test(`${shape}: survives ${ofDatabase} kills of PostgreSQL`, async () => {
    const installation = await givenInstallation(shape, { billing: true })
    const seen = await killPurchases(installation, ofDatabase, (round) =>
      killedDatabase(installation, round % 2 === 0 ? 'first process' : 'worker'),
    )
    report(`${shape}, PostgreSQL`, ofDatabase, seen, 10)
    await installation.stop()
  })
}

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { compareLedger } from './shapes/ledger.ts'
import { loadFor, quantile, statusesOf, timesOf, type Load } from './shapes/load.ts'
import { givenInstallation, shapes } from './shapes/shapes.ts'

/*
 * Ten times as many people as give the most good answers a second. The same number of good answers must come, within a tolerance,
 * none may be a 500, and nothing acknowledged may be lost.
 */
const steps = [4, 8, 16, 32]
const seconds = 4
const overloadSeconds = 15

const good = ({ answers }: Load) => answers.filter(({ status }) => status === 200 || status === 201)
const rate = (load: Load, time: number) => good(load).length / time

for (const shape of shapes)
  test(`${shape}: keeps serving at ten times the peak load`, async () => {
    const installation = await givenInstallation(shape)
    await loadFor(installation.url, { people: 16 }, 5_000)
    const acknowledged: string[] = []
    let [peak, at] = [0, 0]
    for (const people of steps) {
      const load = await loadFor(installation.url, { people }, seconds * 1000)
      acknowledged.push(...load.acknowledged)
      const seen = rate(load, seconds)
      console.log(
        `${shape}: ${people} people: ${seen.toFixed(0)} good answers a second, 99 % within ${quantile(timesOf(good(load)), 0.99).toFixed(0)} ms`,
      )
      if (seen > peak) [peak, at] = [seen, people]
    }
    const load = await loadFor(installation.url, { people: at * 10 }, overloadSeconds * 1000)
    acknowledged.push(...load.acknowledged)
    const share = rate(load, overloadSeconds) / peak
    const slowest = quantile(timesOf(good(load)), 0.99)
    const { lost } = await compareLedger(installation, acknowledged)
    console.log(
      `${shape}: peak ${peak.toFixed(0)} good answers a second at ${at} people; with ${at * 10} people ${(share * 100).toFixed(0)} % of that, ` +
        `99 % within ${slowest.toFixed(0)} ms (goal 500 ms); ${statusesOf(load.answers)}; ${acknowledged.length} registrations acknowledged, ${lost.length} lost`,
    )
    const wrong = load.answers.filter(({ status }) => ![200, 201, 429, 503].includes(status))
    assert.deepEqual(wrong.slice(0, 3), [], 'only good answers, 429 and 503')
    assert.ok(share >= 0.7, `${share} of the peak`)
    assert.deepEqual(lost, [])
    const after = await loadFor(installation.url, { people: at }, 2_000)
    assert.equal(after.answers.length, good(after).length, 'well again at once')
    await installation.stop()
  })

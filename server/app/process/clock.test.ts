import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { sandboxStart, waitForData } from './clock.ts'

const noon = new Date('2026-11-20T12:00:00Z')
const later = (ms: number) => new Date(noon.getTime() + ms)

describe('the clock of the sandbox', () => {
  it('is the machine’s if no start is given', () => {
    assert.deepEqual(sandboxStart({ machine: noon, wanted: null, latest: null }), { start: null, notice: null })
    assert.equal(sandboxStart({ machine: noon, wanted: null, latest: later(-1) }).start, null)
  })

  it('starts at the given moment', () => {
    const { start, notice } = sandboxStart({ machine: noon, wanted: later(86_400_000), latest: noon })
    assert.deepEqual(start, later(86_400_000))
    assert.match(notice ?? '', /2026-11-21T12:00:00/)
  })

  it('never starts before the latest stored moment, and reports it', () => {
    for (const wanted of [null, noon, later(-1000)]) {
      const { start, notice } = sandboxStart({ machine: noon, wanted, latest: later(5000) })
      assert.deepEqual(start, later(5000))
      assert.match(notice ?? '', /continues from 2026-11-20T12:00:05/)
    }
  })
})

describe('with real integrations, a clock behind the data', () => {
  it('by a little makes the start wait', async () => {
    const before = process.hrtime.bigint()
    await waitForData({ machine: noon, wanted: null, latest: later(30) })
    assert.ok(process.hrtime.bigint() - before >= 25_000_000n)
  })

  it('by more than a minute stops the start with one sentence', async () => {
    await assert.rejects(
      waitForData({ machine: noon, wanted: null, latest: later(60_001) }),
      /clock is 60 s behind the latest time in the data/,
    )
  })
})

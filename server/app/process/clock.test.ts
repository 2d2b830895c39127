import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { clockFault, sandboxStart, waitForData } from './clock.ts'

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
  const stored = (ms: number) => ({ at: later(ms), table: 'events' })

  it('by a little makes the start wait', async () => {
    const waits: number[] = []
    await waitForData(noon, stored(30), null, async (ms) => waits.push(ms))
    assert.deepEqual(waits, [30])
  })

  it('by more than a minute stops the start with a message that names the table and the way out', async () => {
    await assert.rejects(
      waitForData(noon, stored(60_001), null),
      /clock is 60 s behind the latest time in the data \(2026-11-20T12:01:00\.001Z, in the table events\).* set ACCEPT_DATA_UNTIL=2026-11-20T12:01:00\.001Z /,
    )
  })

  it('is accepted up to the time that the operator names, and no later one', async () => {
    const accepted = later(2 * 86_400_000)
    await waitForData(noon, stored(2 * 86_400_000), accepted)
    assert.match(clockFault(noon, stored(2 * 86_400_000 + 1), accepted) ?? '', /behind the latest time/)
    assert.equal(clockFault(noon, stored(60_000), null), null)
  })
})

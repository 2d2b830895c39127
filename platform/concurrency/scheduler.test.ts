import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, it, vi } from 'vitest'
import { startJob } from './scheduler.ts'

/** Returns work that continues until it is released. */
function heldWork() {
  const runs: PromiseWithResolvers<void>[] = []
  const work = () => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  }
  return { runs, work }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const ignore = () => undefined

describe('a job', () => {
  it('runs again after its interval, and not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let runs = 0
    const job = startJob(() => Promise.resolve(void (runs += 1)), 1000, ignore)
    vi.advanceTimersByTime(999)
    assert.equal(runs, 0)
    for (const expected of [1, 2, 3]) {
      vi.advanceTimersByTime(1000)
      await settled()
      assert.equal(runs, expected)
    }
    await job.stop()
    vi.advanceTimersByTime(5000)
    assert.equal(runs, 3)
    vi.useRealTimers()
  })

  it('does not take over the context of the caller that requested a run', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const context = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const job = startJob(() => Promise.resolve(void seen.push(context.getStore())), 1000, ignore)
    context.run('a request', () => job.soon())
    await settled()
    vi.advanceTimersByTime(1000)
    await settled()
    await job.stop()
    vi.useRealTimers()
    assert.deepEqual(seen, [undefined, undefined])
  })

  it('never runs twice at a time; a request during a run starts one more run right after it', async () => {
    const { runs, work } = heldWork()
    const job = startJob(work, 60_000, ignore)
    job.soon()
    job.soon()
    job.soon()
    await settled()
    assert.equal(runs.length, 1)
    runs[0]?.resolve()
    await settled()
    assert.equal(runs.length, 2)
    runs[1]?.resolve()
    await job.stop()
    assert.equal(runs.length, 2)
  })

  it('counts as running until the last requested run is over', async () => {
    const { runs, work } = heldWork()
    const job = startJob(work, 60_000, ignore)
    assert.equal(job.underWay(), null)
    job.soon()
    job.soon()
    let over = false
    void job.underWay()?.then(() => void (over = true))
    runs[0]?.resolve()
    await settled()
    assert.deepEqual([runs.length, over], [2, false])
    runs[1]?.resolve()
    await settled()
    assert.deepEqual([over, job.underWay()], [true, null])
    await job.stop()
  })

  it('runs once more if it is requested during a run', async () => {
    for (let later = 0; later < 10; later += 1) {
      let runs = 0
      const job = startJob(() => Promise.resolve(void (runs += 1)), 60_000, ignore)
      job.soon()
      for (let turn = 0; turn < later; turn += 1) await Promise.resolve()
      job.soon()
      await settled()
      assert.equal(runs, 2, `asked ${later} turns later`)
      await job.stop()
    }
  })

  it('finishes a running run when it is stopped', async () => {
    const { runs, work } = heldWork()
    const job = startJob(work, 60_000, ignore)
    job.soon()
    let over = false
    const stopped = job.stop().then(() => void (over = true))
    await settled()
    assert.equal(over, false)
    runs[0]?.resolve()
    await stopped
    job.soon()
    await settled()
    assert.equal(runs.length, 1)
  })

  it('continues after a failed run, which is logged', async () => {
    const faults: unknown[] = []
    let runs = 0
    const job = startJob(
      () => {
        runs += 1
        return runs === 1 ? Promise.reject(new Error('no')) : Promise.resolve()
      },
      60_000,
      (error) => faults.push(error),
    )
    job.soon()
    await settled()
    job.soon()
    await settled()
    await job.stop()
    assert.deepEqual([runs, faults.length], [2, 1])
  })
})

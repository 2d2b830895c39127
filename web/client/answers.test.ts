import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Answers, keyOf } from './answers.ts'

const call = 'GET /api/v1/plans'
const key = keyOf(call, {})

/** Requests that the test answers, in the order in which they were made. */
function server() {
  const requests: PromiseWithResolvers<unknown>[] = []
  const ask = () => {
    const request = Promise.withResolvers<unknown>()
    requests.push(request)
    return request.promise
  }
  return { requests, ask }
}

const count = () => {
  let times = 0
  return { changed: () => (times += 1), times: () => times }
}

describe('the answers of a page', () => {
  it('are there from the start where they came with it, whatever the order of the input', () => {
    const answers = new Answers([[call, { query: { a: 1, b: [2, 1] } }, ['plan']]])
    const same = keyOf(call, { query: { b: [2, 1], a: 1 } })
    assert.deepEqual(answers.stateOf(same), { data: ['plan'], error: undefined, failed: false, busy: false })
    assert.ok(answers.isFresh(same, 60_000))
    assert.equal(answers.isFresh(same, 0), false, 'where nothing counts as fresh')
    assert.notEqual(keyOf(call, { query: { a: 1, b: [1, 2] } }), same)
  })

  it('are requested once by all that show them', async () => {
    const { requests, ask } = server()
    const answers = new Answers([])
    const loads = [answers.load(call, key, ask), answers.load(call, key, ask)]
    assert.equal(requests.length, 1)
    assert.equal(loads[0], loads[1], 'React needs the same promise each time')
    assert.ok(answers.stateOf(key).busy)
    requests[0]?.resolve('plans')
    await loads[0]
    assert.deepEqual(answers.stateOf(key), { data: 'plans', error: undefined, failed: false, busy: false })
  })

  it('keep what was there when a later request fails, and say why', async () => {
    const answers = new Answers([[call, {}, 'plans']])
    const error = new Error('offline')
    await answers.load(call, key, () => Promise.reject(error))
    assert.deepEqual(answers.stateOf(key), { data: 'plans', error, failed: true, busy: false })
    await answers.load(call, key, () => Promise.resolve('more'))
    assert.deepEqual(answers.stateOf(key), { data: 'more', error: undefined, failed: false, busy: false })
  })

  it('are the same object after a request that brought nothing new', async () => {
    const answers = new Answers([[call, {}, { plans: ['one'] }]])
    const before = answers.stateOf(key).data
    await answers.load(call, key, () => Promise.resolve({ plans: ['one'] }))
    assert.equal(answers.stateOf(key).data, before)
  })

  it('are requested again by a refresh where they are in sight, and later where they are not', async () => {
    const [shown, hidden] = [server(), server()]
    const other = 'GET /api/v1/questions'
    const answers = new Answers([
      [call, {}, 'plans'],
      [other, {}, 'questions'],
    ])
    const { changed, times } = count()
    const stop = answers.watch(call, key, shown.ask, changed)
    answers.watch(other, keyOf(other, {}), hidden.ask, changed)()
    const refreshed = answers.refresh()
    assert.deepEqual([shown.requests.length, hidden.requests.length], [1, 0])
    assert.equal(answers.isFresh(keyOf(other, {}), 60_000), false)
    shown.requests[0]?.resolve('new plans')
    await refreshed
    assert.equal(answers.stateOf(key).data, 'new plans')
    assert.ok(times() > 0)
    stop()
    const before = times()
    await answers.refresh(call)
    assert.deepEqual([shown.requests.length, times()], [1, before])
  })

  it('of a request begun before a refresh count for nothing, whichever comes last', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { requests, ask } = server()
      const answers = new Answers([])
      answers.watch(call, key, ask, () => {})
      const loaded = answers.load(call, key, ask)
      const refreshed = answers.refresh(call)
      assert.equal(requests.length, 2)
      for (const at of order) requests[at]?.resolve(at === 0 ? 'before' : 'after')
      await Promise.all([loaded, refreshed])
      assert.equal(answers.stateOf(key).data, 'after')
      assert.equal(answers.stateOf(key).busy, false)
    }
  })

  it('stay without a connection, and are requested again when it is back', async () => {
    const { requests, ask } = server()
    let online = false
    const answers = new Answers([[call, {}, 'plans']], () => online)
    answers.watch(call, key, ask, () => {})
    await answers.refresh()
    await answers.load(call, key, ask)
    assert.equal(requests.length, 0)
    assert.equal(answers.stateOf(key).data, 'plans')
    online = true
    const resumed = answers.resume()
    requests[0]?.resolve('new plans')
    await resumed
    assert.equal(answers.stateOf(key).data, 'new plans')
    await answers.resume()
    assert.equal(requests.length, 1, 'what is fresh stays')
  })

  it('that nobody has yet are requested without a connection too, which says what is wrong', async () => {
    const answers = new Answers([], () => false)
    await answers.load(call, key, () => Promise.reject(new Error('offline')))
    assert.ok(answers.stateOf(key).failed)
  })

  it('of other calls stay as they are, and followers learn of every refresh', async () => {
    const answers = new Answers([[call, {}, 'plans']])
    const heard: unknown[] = []
    answers.follow((name) => heard.push(name))
    await answers.refresh('GET /api/v1/questions')
    assert.ok(answers.isFresh(key, 60_000))
    await answers.refresh()
    assert.equal(answers.isFresh(key, 60_000), false)
    assert.deepEqual(heard, ['GET /api/v1/questions', undefined])
  })

  it('that failed are requested again only once the failure is forgotten', async () => {
    const answers = new Answers([])
    await answers.load(call, key, () => Promise.reject(new Error('refused')))
    assert.ok(answers.stateOf(key).failed)
    answers.forgetFailures()
    assert.deepEqual(answers.stateOf(key), { data: undefined, error: undefined, failed: false, busy: false })
  })
})

import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'vitest'
import { onlineManager, QueryObserver, type QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { callQuery, createQueries, refresh, removeFailures, userInfoCall } from './queries.ts'

const name = 'GET /api/v1/plans'
const { queryKey } = callQuery(name)

/** Returns requests to which the test responds, in the order in which they were made. */
function server() {
  const requests: PromiseWithResolvers<unknown>[] = []
  const queryFn = () => {
    const request = Promise.withResolvers<unknown>()
    requests.push(request)
    return request.promise
  }
  return { requests, queryFn }
}

/** Shows a response as a component does, until the returned function is called. */
function show(queries: QueryClient, queryFn: () => Promise<unknown>, key: readonly unknown[] = queryKey) {
  const observer = new QueryObserver(queries, { queryKey: key, queryFn })
  const hide = observer.subscribe(() => {})
  return { hide, shown: () => observer.getCurrentResult() }
}

const pause = () => new Promise((resolve) => setImmediate(resolve))

afterEach(() => onlineManager.setOnline(true))

describe('the cache of a page', () => {
  it('has the responses delivered with the page, in any order of the input', () => {
    const { requests, queryFn } = server()
    const queries = createQueries([[name, { query: { a: 1, b: [2, 1] } }, ['plan']]])
    const { shown, hide } = show(queries, queryFn, [name, { query: { b: [2, 1], a: 1 } }])
    assert.deepEqual([shown().data, requests.length], [['plan'], 0])
    hide()
  })

  it('requests what is shown again by a refresh, and the rest when it is next shown', async () => {
    const [plans, questions] = [server(), server()]
    const other = 'GET /api/v1/questions'
    const queries = createQueries([
      [name, {}, 'plans'],
      [other, {}, 'questions'],
    ])
    const { shown } = show(queries, plans.queryFn)
    show(queries, questions.queryFn, [other, {}]).hide()
    const refreshed = refresh(queries)
    await pause()
    assert.deepEqual([plans.requests.length, questions.requests.length], [1, 0])
    assert.equal(shown().data, 'plans', 'what was there shows meanwhile')
    plans.requests[0]?.resolve('new plans')
    assert.equal(await refreshed, true)
    assert.equal(shown().data, 'new plans')
    show(queries, questions.queryFn, [other, {}])
    assert.equal(questions.requests.length, 1)
  })

  it('leaves other calls unchanged when one is refreshed', async () => {
    const { requests, queryFn } = server()
    const queries = createQueries([[name, {}, 'plans']])
    show(queries, queryFn)
    assert.equal(await refresh(queries, 'GET /api/v1/questions'), true)
    assert.equal(requests.length, 0)
  })

  for (const [answers, what] of [
    [[], 'a first request'],
    [[[name, {}, 'old plans']], 'a later request'],
  ] as const)
    for (const order of [
      [0, 1],
      [1, 0],
    ] as const)
      it(`ignores the response of ${what} begun before a refresh, which comes ${order[0] === 0 ? 'first' : 'last'}`, async () => {
        const { requests, queryFn } = server()
        const queries = createQueries(answers)
        const { shown } = show(queries, queryFn)
        const begun = queries.refetchQueries({ queryKey }, { cancelRefetch: false })
        const refreshed = refresh(queries, name)
        await pause()
        assert.equal(requests.length, 2)
        for (const at of order) requests[at]?.resolve(at === 0 ? 'before' : 'after')
        assert.equal(await refreshed, true)
        await begun
        assert.deepEqual([shown().data, shown().fetchStatus], ['after', 'idle'])
      })

  it('keeps what is shown if a refresh fails, and reports the failure', async () => {
    const { requests, queryFn } = server()
    const queries = createQueries([[name, {}, 'plans']])
    const { shown } = show(queries, queryFn)
    const refreshed = refresh(queries)
    await pause()
    requests[0]?.reject(new Error('no server'))
    assert.equal(await refreshed, false)
    assert.equal(shown().data, 'plans')
  })

  it('postpones a refresh without a connection until the connection is back', async () => {
    const { requests, queryFn } = server()
    const queries = createQueries([[name, {}, 'plans']])
    queries.mount()
    const { shown } = show(queries, queryFn)
    onlineManager.setOnline(false)
    assert.equal(await refresh(queries), false)
    assert.deepEqual([requests.length, shown().data], [0, 'plans'])
    onlineManager.setOnline(true)
    await pause()
    requests[0]?.resolve('new plans')
    await pause()
    assert.deepEqual([requests.length, shown().data], [1, 'new plans'])
    queries.unmount()
  })

  it('requests missing data even without a connection, and so reports the failure immediately', async () => {
    const { requests, queryFn } = server()
    const queries = createQueries([])
    onlineManager.setOnline(false)
    const { shown } = show(queries, queryFn)
    requests[0]?.reject(new ApiError('You are offline', 0))
    await pause()
    assert.deepEqual([shown().status, shown().error?.message], ['error', 'You are offline'])
  })

  it('requests the signed-in person again after a refused call, unless the page reports the end of the session', async () => {
    const who = server()
    const queries = createQueries([[userInfoCall, {}, { user: 'anonymousUser' }]])
    show(queries, who.queryFn, [userInfoCall, {}])
    for (const [error, times] of [
      [new ApiError('no', 404), 0],
      [new ApiError('no', 401, [], true), 0],
      [new ApiError('no', 403), 1],
    ] as const) {
      const { hide } = show(queries, () => Promise.reject(error), [name, { query: { error: error.status } }])
      await pause()
      assert.equal(who.requests.length, times, String(error.status))
      hide()
    }
    who.requests[0]?.reject(new ApiError('no', 403))
    await pause()
    assert.equal(who.requests.length, 1, 'the refusal of this call itself repeats nothing')
  })

  it('removes failed entries that have nothing to show', async () => {
    const queries = createQueries([['GET /api/v1/questions', {}, 'questions']])
    const failing = () => Promise.reject(new Error('refused'))
    for (const key of [queryKey, ['GET /api/v1/questions', {}]]) {
      const { hide } = show(queries, failing, key)
      await queries.refetchQueries({ queryKey: key })
      hide()
    }
    removeFailures(queries)
    assert.deepEqual(
      queries
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.data),
      ['questions'],
    )
  })
})

import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test, type TestContext, vi } from 'vitest'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createLineLog, requestLine } from './log.ts'

const enough = 10

function withTimers(t: TestContext) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  t.onTestFinished(() => void vi.useRealTimers())
  return () => void vi.advanceTimersByTime(enough)
}

function recorder() {
  const chunks: string[] = []
  const out = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk))
      done()
    },
  })
  return { chunks, out: out as unknown as NodeJS.WriteStream }
}

test('lines of one event-loop turn are written together and in order, those of the next separately', (t) => {
  const pass = withTimers(t)
  const { chunks, out } = recorder()
  const log = createLineLog(out)
  log.write('one\n')
  log.write('two\n')
  assert.deepEqual(chunks, [])
  pass()
  assert.deepEqual(chunks, ['one\ntwo\n'])
  log.write('three\n')
  pass()
  assert.deepEqual(chunks, ['one\ntwo\n', 'three\n'])
})

test('a log reader that disconnects does not stop the process', (t) => {
  const pass = withTimers(t)
  const { out } = recorder()
  const log = createLineLog(out)
  out.emit('error', new Error('EPIPE'))
  log.write('still here\n')
  pass()
})

test('a request’s line is JSON with its route, or a dash without one', () => {
  const reply = { statusCode: 404, elapsedTime: 1.6 } as FastifyReply
  const asked = (url: string | undefined) =>
    ({ id: 'an-id', method: 'GET', headers: {}, routeOptions: { url } }) as FastifyRequest
  const now = new Date('2026-11-20T12:00:00Z')
  const line = requestLine(asked('/api/v1/plans/:name'), reply, now)
  assert.ok(line.endsWith('}\n'))
  const whole = {
    level: 30,
    time: now.toISOString(),
    requestId: 'an-id',
    method: 'GET',
    status: 404,
    ms: 2,
    msg: 'request',
  }
  assert.deepEqual(JSON.parse(line), { ...whole, route: '/api/v1/plans/:name' })
  assert.deepEqual(JSON.parse(requestLine(asked(undefined), reply, now)), { ...whole, route: '-' })
})

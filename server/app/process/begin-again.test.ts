import assert from 'node:assert/strict'
import { test } from 'vitest'
import { UnusableDatabase } from '../../../platform/database-errors.ts'
import { beginAgain } from './begin-again.ts'

const lost = () => new Error('Connection terminated unexpectedly')
const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
const starting = Object.assign(new Error('the database system is starting up'), { code: '57P03', severity: 'FATAL' })
const unusable = (cause: Error) => new UnusableDatabase(cause, 'postgres://shop@127.0.0.1/shop', 'DATABASE_URL')

/** Begins with these errors, one for each attempt, then succeeds; returns the result or the message, and what was said. */
async function begun(errors: Error[], { giveUp = 60_000, isStopping = false } = {}) {
  const said: string[] = []
  let attempts = 0
  const begin = async () => {
    const error = errors[attempts]
    attempts += 1
    if (error) throw error
    return 'started'
  }
  const result = await beginAgain(
    begin,
    (line) => void said.push(line),
    () => isStopping,
    { giveUp, pause: 1 },
  ).catch((error: Error) => error.message)
  return { result, attempts, said }
}

test('startup is retried while the database is lost, which is logged once', async () => {
  assert.deepEqual(await begun([lost(), unusable(refused), unusable(starting), lost()]), {
    result: 'started',
    attempts: 5,
    said: ['The database cannot be used: the connection was lost. Retrying startup until it can be used.'],
  })
})

test('a database that is itself starting is awaited', async () => {
  assert.deepEqual(await begun([unusable(starting), unusable(starting)]), {
    result: 'started',
    attempts: 3,
    said: ['The database is starting up. Retrying startup until it can be used.'],
  })
})

test('a database that does not return in time ends the start with the reason', async () => {
  const { result } = await begun([lost()], { giveUp: -1 })
  assert.equal(result, 'The database cannot be used: the connection was lost. It did not return during startup.')
})

test('a database that cannot be used from the beginning, any other error, and a stop end the start immediately', async () => {
  const message = 'The database shop at 127.0.0.1:5432 cannot be reached: no server listens there. Check DATABASE_URL.'
  assert.deepEqual(await begun([unusable(refused)]), { result: message, attempts: 1, said: [] })
  assert.deepEqual(await begun([new Error('no such list')]), { result: 'no such list', attempts: 1, said: [] })
  assert.equal((await begun([lost()], { isStopping: true })).attempts, 1)
})

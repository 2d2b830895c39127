import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createLineLog } from './log.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

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

test('the lines of one turn leave together and in order, those of the next by themselves', async () => {
  const { chunks, out } = recorder()
  const log = createLineLog(out)
  log.write('one\n')
  log.write('two\n')
  assert.deepEqual(chunks, [])
  await turn()
  assert.deepEqual(chunks, ['one\ntwo\n'])
  log.write('three\n')
  await turn()
  assert.deepEqual(chunks, ['one\ntwo\n', 'three\n'])
})

test('a reader who has gone ends nothing', async () => {
  const { out } = recorder()
  const log = createLineLog(out)
  out.emit('error', new Error('EPIPE'))
  log.write('still here\n')
  await turn()
})

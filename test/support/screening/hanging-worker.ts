import { parentPort } from 'node:worker_threads'
import type { ScreeningTask } from '../../../server/screening/screen-worker.ts'
import { hangingCompany } from './given-hanging-worker.ts'

parentPort?.on('message', ({ people }: ScreeningTask) => {
  if (people.some(({ company }) => company === hangingCompany))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
await import('../../../server/screening/screen-worker.ts')

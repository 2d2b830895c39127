import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Ms of processor time, because wall-clock time is unreliable on a busy machine. */
export function cpuSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Bytes in use after a garbage collection. */
export function memory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

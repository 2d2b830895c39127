import type { Memory } from './files.ts'
import type { DeviceKey } from './requests.ts'
import type { DeviceTexts } from './sign-in.ts'
import { timesReceived, timesSeen } from './state.ts'
import type { Lease } from './statements.ts'

/** What a computer without a network asks for, signed by its key: the text of a `.req`. `system` is the time in seconds since 1970. */
export function requestText(key: DeviceKey, product: string, device: DeviceTexts, system: number): Promise<string> {
  return key.sign({ typ: 'licence-request+jwt' }, { v: 1, product, ...device, iat: system })
}

/**
 * What a program remembers after it opened a licence file. Nothing renews it. A file can be opened again at any time, unlike an answer:
 * it proves no time unless it is the newest that was received, and brings no key.
 */
export function withFile(memory: Memory, text: string, lease: Lease, system: number): Memory {
  const isNewest = lease.iat > memory.times.floor
  return {
    ...memory,
    lease: text,
    refusal: null,
    refreshToken: null,
    times: isNewest ? timesReceived(memory.times, lease.iat, lease, system) : timesSeen(memory.times, lease, system),
  }
}

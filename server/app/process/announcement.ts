import { defaultThresholds } from 'name-screening'
import { isLoopback } from '../../../platform/network-address.ts'
import { lifetimes } from '../../../domain/limits.ts'
import type { ensureAdministrator } from '../identity/bootstrap-admin.ts'
import { isSandbox, type Config } from '../config/config.ts'
import { thresholdsOf } from '../integrations/screening.ts'

/** Why the server cannot listen at HOST and PORT, in one sentence. */
export function explainListening({ host, port }: Config, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use: stop the process that uses it, or set PORT.`
  if (code === 'EACCES') return `Port ${port} requires permissions that this user lacks: set PORT to 1024 or more.`
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: set HOST to one that is.`
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${host} is not a known host name: set HOST to an address.`
  return `Cannot listen on the address that HOST and PORT name: ${message}`
}

/**
 * Describes the lists in use, so that the operator sees whether it is the sample. `lists` is the number of official
 * lists in force.
 */
function comparison({ off, folder }: Config['screening'], lists: number): string {
  if (folder !== null && lists === 0)
    return `Names are not compared yet: SCREENING_DIR (${folder}) contains no usable list`
  if (folder !== null) return `Names are compared with the official lists in ${folder}`
  if (off) return 'Names are not compared with any list: SCREENING is off'
  return 'Names are compared with a sample of fictional names: set SCREENING_DIR to use official lists'
}

/** Describes the thresholds if the operator changed them. */
function changedThresholds({ hold, look }: Config['screening']): string[] {
  const thresholds = thresholdsOf(hold, look)
  if (thresholds.hold === defaultThresholds.hold && thresholds.look === defaultThresholds.look) return []
  const holdNow = `SCREENING_HOLD is ${thresholds.hold} (default ${defaultThresholds.hold})`
  const lookNow = `SCREENING_LOOK is ${thresholds.look} (default ${defaultThresholds.look})`
  return [`Changed thresholds of screening: ${holdNow}, ${lookNow}`]
}

/** The summary that the start prints last. `key` is the sandbox's read-only API key, `lists` the number of official lists in force. */
export function announcement(
  config: Config,
  brand: string,
  administrator: Awaited<ReturnType<typeof ensureAdministrator>>,
  key: string | null,
  lists: number,
): string[] {
  const lines = [`${brand} is open at ${config.publicUrl}`]
  if (config.sandbox.mail) lines.push(`Email goes to the sandbox inbox at ${config.publicUrl}/sandbox/mail`)
  if (isSandbox(config)) lines.push(`Webhooks can be sent to the receiver at ${config.publicUrl}/sandbox/webhooks`)
  const apiBase = config.stripe?.apiBase
  if (apiBase && isLoopback(new URL(apiBase).hostname))
    lines.push(
      `Payments go to ${apiBase} on this machine instead of Stripe: keys are not checked, and payments may be simulated`,
    )
  lines.push(comparison(config.screening, lists), ...changedThresholds(config.screening))
  if (administrator) {
    const { email, link, others } = administrator
    if (link !== null) {
      const hours = lifetimes.firstPasswordLink / 3_600_000
      lines.push(
        `First administrator: ${email}. Choose a password within ${hours} hours (the link works once): ${link}`,
      )
      if (key !== null) lines.push(`Read-only API key for the calls at ${config.publicUrl}/docs/api: ${key}`)
      return lines
    }
    const more =
      others === 0 ? '' : ` (and ${others} ${others === 1 ? 'other' : 'others'}: npm run administrators -- list)`
    lines.push(`Administrator: ${email}${more}`)
  }
  return lines
}

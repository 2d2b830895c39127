/** The output for a person who starts the shop in a terminal; a piped or stored log is JSON. */

type Entry = { level: number; time: string; msg?: string; [field: string]: unknown }

/** Formats one line of the log for people: `10:24:31 warning  the mail server refuses … code=EAUTH`. Times are UTC. */
export function humanLine(json: string): string {
  const { level, time, msg = '', ...fields } = JSON.parse(json) as Entry
  const at = time.slice(11, 19)
  if (msg === 'request') {
    const { method, route, status, ms } = fields
    return `${at} ${String(method)} ${String(route)} ${String(status)} ${String(ms)} ms\n`
  }
  const weight = level >= 50 ? 'error  ' : level >= 40 ? 'warning' : 'info   '
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${plain(value)}`)
  return `${[at, weight, msg, ...rest].join(' ')}\n`
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  // For an error the stack trace is printed in full.
  const trace = value !== null && typeof value === 'object' && 'stack' in value ? value.stack : undefined
  return typeof trace === 'string' ? `\n${trace}` : JSON.stringify(value)
}

/** Puts lines in a frame that is open to the right, because a link may be longer than the terminal is wide. */
export function inFrame(lines: readonly string[]): string {
  const rule = '─'.repeat(60)
  return [`┌${rule}`, ...lines.map((line) => `│ ${line}`), `└${rule}`].join('\n')
}

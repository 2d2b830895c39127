const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** Whether an error says that the database could not be reached, rather than that we did something wrong. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    codes.has(code) || code.startsWith('08') || /connection (terminated|timeout)|timeout exceeded/i.test(error.message)
  )
}

import type { Finding } from './checks/storage.ts'

/** Prints the report as text or JSON, and returns the exit code: 1 if there is a fault. */
export function formatReport(
  lines: readonly Finding[],
  format: 'text' | 'json' = 'text',
): { text: string; exitCode: 0 | 1 } {
  const text =
    format === 'json'
      ? `${JSON.stringify(lines, null, 2)}\n`
      : lines.map(({ level, about, sentence }) => `${level.padEnd(7)}  ${about}: ${sentence}\n`).join('')
  return { text, exitCode: lines.some(({ level }) => level === 'fault') ? 1 : 0 }
}

import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Returns an unexpected error for the log: its kind, and its stack trace with the lines of the sources. */
export function traceOf(error: unknown): { name: string; stack: string | undefined } {
  if (!(error instanceof Error)) return { name: typeof error, stack: String(error) }
  return { name: error.name, stack: error.stack && inSources(error.stack) }
}

/** Makes the stack trace that Node writes when it ends with an error refer to the sources. */
export function traceFatalErrors(): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    if (error.stack) error.stack = inSources(error.stack)
  })
}

/**
 * Returns a stack trace with the lines of the sources if the code runs from a bundle with a map. Only for traces that
 * are logged: reading a map takes tens of milliseconds, and some libraries create a trace with every call.
 */
function inSources(stack: string): string {
  const maps = new Map<string, SourceMap | null>()
  return stack.replaceAll(
    /(?<![^\s()])(file:\/\/[^\s()]+):(\d+):(\d+)/g,
    (text, file: string, line: string, column: string) => {
      try {
        const map = maps.get(file) ?? readMap(file)
        maps.set(file, map)
        const origin = map?.findOrigin(Number(line), Number(column))
        if (!origin || !('fileName' in origin)) return text
        return `${fileURLToPath(new URL(origin.fileName, file))}:${origin.lineNumber}:${origin.columnNumber}`
      } catch {
        // A message may contain text that only looks like a file address.
        return text
      }
    },
  )
}

function readMap(file: string): SourceMap | null {
  const path = `${fileURLToPath(file)}.map`
  return existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload) : null
}

import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Has stack traces name the lines of the sources where the code runs from a bundle with a map beside it. A map is read
 * when a trace is first asked for, and may be dropped again: Node's own --enable-source-maps keeps them all, some 35 MB.
 */
export function mapStackTraces(): void {
  Error.prepareStackTrace = (error, frames) =>
    [describe(error), ...frames.map((frame) => `    at ${inSource(frame)}`)].join('\n')
}

function describe(error: unknown): string {
  try {
    return String(error)
  } catch {
    return 'Error'
  }
}

function inSource(frame: NodeJS.CallSite): string {
  // oxlint-disable-next-line typescript/no-base-to-string -- a frame writes itself as V8 does, which the type leaves out
  const text = frame.toString()
  const [file, line, column] = [frame.getFileName(), frame.getLineNumber(), frame.getColumnNumber()]
  if (!file?.startsWith('file:') || line === null || column === null) return text
  const origin = mapOf(file)?.findOrigin(line, column)
  if (!origin || !('fileName' in origin)) return text
  const source = fileURLToPath(new URL(origin.fileName, file))
  return text.replace(`${file}:${line}:${column}`, `${source}:${origin.lineNumber}:${origin.columnNumber}`)
}

const kept = new Map<string, WeakRef<SourceMap> | null>()

function mapOf(file: string): SourceMap | null {
  const known = kept.get(file)
  if (known === null) return null
  const alive = known?.deref()
  if (alive) return alive
  const path = `${fileURLToPath(file)}.map`
  if (!existsSync(path)) {
    kept.set(file, null)
    return null
  }
  const map = new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload)
  kept.set(file, new WeakRef(map))
  return map
}

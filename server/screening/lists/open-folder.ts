import { Worker } from 'node:worker_threads'
import { FileFault, scanFolder, readFound } from './folder.ts'
import type { ListFolder, ListSummary } from '../port.ts'
import type { ToRead } from './read-worker.ts'

/** Milliseconds for one list. The largest takes a few seconds on a busy machine. */
const readTimeoutMs = 120_000

/**
 * Opens the folder of the lists; a separate thread reads the files, one list at a time. A list that takes longer than
 * `timeoutMs` is rejected, and the next one is read.
 */
export function openListFolder(
  folder: string,
  warn: (entry: object, message: string) => void,
  timeoutMs: number = readTimeoutMs,
): ListFolder {
  return {
    scan: () => scanFolder(folder),
    async read(seen) {
      try {
        return await readFound(folder, seen)
      } catch (error) {
        if (error instanceof FileFault) return { finding: error.finding }
        const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
        return { finding: { code: 'unreadable', file: seen.file, reason: code } }
      }
    },
    async understand(name, files) {
      try {
        return await readInThread(name, files, timeoutMs)
      } catch (error) {
        const file = files[0]?.file ?? name
        warn({ file, reason: error instanceof Error ? error.message : 'unknown' }, 'the reader of a list failed')
        return { finding: { code: 'readerFailed', file } }
      }
    },
  }
}

function readInThread(name: string, files: ToRead['files'], timeoutMs: number): Promise<ListSummary> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
    workerData: { name, files: files.map(({ file, content }) => ({ file, content })) } satisfies ToRead,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1024 },
  })
  worker.unref()
  const { promise, resolve, reject } = Promise.withResolvers<ListSummary>()
  const timer = setTimeout(() => {
    resolve({ finding: { code: 'readerTimeout', file: files[0]?.file ?? name, seconds: timeoutMs / 1000 } })
    void worker.terminate()
  }, timeoutMs)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', (code) => {
    clearTimeout(timer)
    reject(new Error(`the reading thread ended with ${code}`))
  })
  return promise
}

import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { buildWeb } from './build/build.ts'
import { root } from './run.ts'

const rooms = ['domain', 'contract', 'i18n', 'platform', 'server', 'identity', 'sandbox', 'web']
const builtFrom = new Set(['domain', 'contract', 'i18n', 'web'])
const settleMs = 100

const watched = new Set<string>()
let server: ChildProcess | undefined
let changed = new Set(builtFrom)
let busy = false
let stopping = false

for (const sourceFolder of rooms) watchFolder(sourceFolder, sourceFolder)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void leave())
await renew()

/** Watches folder by folder: `recursive` loses a file on Linux once an editor has saved it by replacing it. */
function watchFolder(folder: string, sourceFolder: string): void {
  if (watched.has(folder) || !statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) return
  watched.add(folder)
  const watcher = watch(join(root, folder), (_event, name) => {
    if (name !== null) watchFolder(join(folder, name), sourceFolder)
    changed.add(sourceFolder)
    // Editors save in several steps: wait until they are through.
    setTimeout(() => void renew(), settleMs)
  })
  watcher.on('error', () => watched.delete(folder))
  for (const entry of readdirSync(join(root, folder))) watchFolder(join(folder, entry), sourceFolder)
}

/** Builds what changed and starts the server anew, once more when something changed meanwhile. */
async function renew(): Promise<void> {
  if (busy || stopping) return
  busy = true
  while (changed.size > 0) {
    const rebuild = [...changed].some((sourceFolder) => builtFrom.has(sourceFolder))
    changed = new Set()
    try {
      if (rebuild) await buildWeb({ compress: false })
      await stopServer()
      server = spawn(process.execPath, ['server/app/main.ts'], { cwd: root, stdio: 'inherit' })
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
  busy = false
}

function stopServer(): Promise<void> {
  const running = server
  if (running === undefined || running.exitCode !== null || running.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    running.once('close', () => resolve())
    running.kill('SIGTERM')
  })
}

async function leave(): Promise<void> {
  stopping = true
  await stopServer()
  process.exit()
}

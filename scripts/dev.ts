import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'
import { copyFlags } from './build/build.ts'
import { developmentFiles } from './dev/pages.ts'
import { startVite } from './dev/vite.ts'
import { productFolders } from './folders.ts'
import { root } from './run.ts'

/**
 * A change in one of them restarts the server; the browser receives changes in its own sources, including web/, from
 * Vite.
 */
const sources = productFolders.filter((folder) => folder !== 'web')
/** Editors save in several steps. */
const debounceMs = 100

const watched = new Set<string>()
let server: ChildProcess | undefined
let changed = true
let busy = false
let stopping = false

const { NODE_ENV: mode } = process.env
await copyFlags(join(developmentFiles, 'flags'))
const vite = await startVite()
// Vite sets it for this process; the server starts with the previous value.
if (mode === undefined) delete process.env['NODE_ENV']
else process.env['NODE_ENV'] = mode

for (const folder of sources) watchFolder(folder)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void leave())
await restart()

/** Watches folder by folder: `recursive` loses a file on Linux once an editor has saved it by replacing it. */
function watchFolder(folder: string): void {
  if (watched.has(folder) || !statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory()) return
  watched.add(folder)
  const watcher = watch(join(root, folder), (_event, name) => {
    if (name !== null) watchFolder(join(folder, name))
    changed = true
    setTimeout(() => void restart(), debounceMs)
  })
  watcher.on('error', () => watched.delete(folder))
  for (const entry of readdirSync(join(root, folder))) watchFolder(join(folder, entry))
}

/** Starts the server, and once more if something changed meanwhile. */
async function restart(): Promise<void> {
  if (busy || stopping) return
  busy = true
  while (changed) {
    changed = false
    await stopServer()
    server = spawn(process.execPath, ['scripts/dev/server.ts', vite], { cwd: root, stdio: 'inherit' })
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

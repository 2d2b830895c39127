import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { npmStart, root } from '../run.ts'
import type { BarePlan } from './bare.ts'

export type Served = { url: string; /** Its process. */ pid: number; stop: () => Promise<void> }
/** `startedIn` is the time from the process's start to a green /readyz, in ms. */
export type Product = Served & {
  startedIn: number
  megabytes: () => Promise<number>
}

/**
 * Starts the product like an operator: a separate process in production mode, with its database embedded in the folder.
 */
export async function startProduct(folder: string, more: Record<string, string> = {}): Promise<Product> {
  const port = more['PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const settings = { NODE_ENV: 'production', SANDBOX: 'allow', DATA_DIR: folder, ...more, PORT: port }
  const begun = performance.now()
  const child = startNode(npmStart(), settings, join(folder, 'bench.log'))
  await answers(`${url}/readyz`, child)
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - begun,
    stop: () => end(child),
    async megabytes() {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      return Number(/^process_resident_memory_bytes (\d+)$/m.exec(metrics)?.[1]) / 1_000_000
    },
  }
}

/** Starts this file again as a second process, which serves what is compared with the product. */
export async function startBare(plan: BarePlan, folder: string): Promise<Served> {
  const planFile = join(folder, 'plan.json')
  await writeFile(planFile, JSON.stringify(plan))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode([join(root, 'scripts/bench.ts'), '--serve', planFile, String(port)], {
    NODE_ENV: 'production',
  })
  await answers(url, child)
  return { url, pid: child.pid ?? 0, stop: () => end(child) }
}

/** Its output goes to a file, like an operator's log, or is discarded. */
function startNode(args: string[], settings: Record<string, string>, logFile?: string): ChildProcess {
  const out = logFile === undefined ? 'ignore' : openSync(logFile, 'a')
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, args, {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', out, 'inherit'],
  })
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const latest = performance.now() + 60_000
  while (performance.now() < latest) {
    if (child.exitCode !== null) throw new Error(`The process for ${url} ended with ${child.exitCode}.`)
    const ok = await fetch(url).then(
      (response) => response.status < 500,
      () => false,
    )
    if (ok) return
    await wait(10)
  }
  throw new Error(`${url} did not answer within a minute.`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || !child.kill('SIGTERM')) return
  await once(child, 'exit')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

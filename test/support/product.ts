import { spawn } from 'node:child_process'
import { npmStart, root } from '../../scripts/run.ts'
import { eventually, freePort } from './given.ts'

/** The product as a process of its own, as an operator runs it. */
export type Product = {
  url: string
  pid: number
  /** Returns its output, both streams. */
  output(): string
  /** Milliseconds from the start until /readyz was green. */
  startedIn: number
  kill(signal: NodeJS.Signals): void
  /** Its exit code; null after a signal. */
  exited: Promise<number | null>
}

/** Starts the product with these settings and no others. */
export function run(settings: Record<string, string>): Omit<Product, 'startedIn' | 'url'> {
  const { PATH = '', HOME = '/tmp' } = process.env
  const child = spawn(process.execPath, npmStart(), {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  return {
    pid: child.pid ?? 0,
    output: () => text,
    kill: (signal) => void child.kill(signal),
    exited: new Promise((resolve) => child.on('close', (code) => resolve(code))),
  }
}

/** Starts it and waits until it is ready. */
export async function start(settings: Record<string, string>): Promise<Product> {
  const port = settings['PORT'] ?? String(await freePort())
  const url = `http://localhost:${port}`
  const began = process.hrtime.bigint()
  const product = run({ ...settings, PORT: port })
  let over = false
  void product.exited.then(() => (over = true))
  await eventually('a shop that is ready', async () => {
    if (over) throw new Error(`the product ended: ${product.output()}`)
    return fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  }).catch((error: unknown) => {
    // Otherwise it would outlive the test, and nothing would show why it waits.
    product.kill('SIGKILL')
    throw new Error(`${String(error)}: ${product.output().slice(-2000)}`, { cause: error })
  })
  return { ...product, url, startedIn: Number(process.hrtime.bigint() - began) / 1e6 }
}

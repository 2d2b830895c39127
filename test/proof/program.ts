import { spawn } from 'node:child_process'
import { eventually } from '../support/given.ts'

export type Program = { stop(): Promise<void> }

/** Starts a program in the foreground and waits until it serves; if it exits before, the error contains its output. */
export async function startProgram(
  path: string,
  args: string[],
  serves: () => Promise<boolean>,
  env: Record<string, string> = {},
): Promise<Program> {
  const { PATH = '' } = process.env
  const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, ...env } })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
  let over = false
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  void ended.then(() => (over = true))
  child.on('error', (error) => (text += error.message))
  const stop = async () => {
    child.kill('SIGINT')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await ended
    clearTimeout(timer)
  }
  try {
    await eventually(`an answer of ${path}`, async () => {
      if (over) throw new Error(`${path} ended: ${text}`)
      return serves().catch(() => false)
    })
  } catch (error) {
    await stop()
    console.error(text)
    throw error
  }
  return { stop }
}

import { connect } from 'node:net'

export type RawAnswer = { status: number; head: string; body: string; closed: boolean }

/** Sends raw bytes to a shop, and reads until it closes the connection or has been silent for ten seconds. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawAnswer> {
  const { port } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1' })
  let closed = true
  socket.setTimeout(10_000, () => {
    closed = false
    socket.destroy()
  })
  socket.on('error', () => undefined)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const over = new Promise((resolve) => socket.on('close', resolve))
  socket.write(bytes)
  await over
  const text = Buffer.concat(chunks).toString('latin1')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), head, body: rest.join('\r\n\r\n'), closed }
}

/** Returns the path of the largest script that the front page loads. */
export async function largestScript(url: string): Promise<string> {
  const html = await (await fetch(url)).text()
  const paths = new Set([...html.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map(([, path = '']) => path))
  const sizes = await Promise.all(
    [...paths].map(async (path) => ({ path, size: (await (await fetch(url + path)).arrayBuffer()).byteLength })),
  )
  const [largest] = sizes.toSorted((one, other) => other.size - one.size)
  if (!largest) throw new Error('the front page loads no script')
  return largest.path
}

import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './given.ts'

export type Wire = Awaited<ReturnType<typeof aWire>>

/** A wire between the shop and its database that can be cut (nothing listens), go dead (nothing comes through), or hold new connections back. */
export async function aWire(databaseUrl: string) {
  const { searchParams, hostname, port: realPort } = new URL(databaseUrl)
  const folder = searchParams.get('host')
  const real = folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${realPort || 5432}` }
    : { host: hostname, port: Number(realPort || 5432) }
  const port = await freePort()
  const open = new Set<Socket>()
  let dead = false
  let heldBack = false
  let server: Server | null = null

  function join(near: Socket): void {
    if (heldBack) {
      open.add(near)
      near.on('error', () => undefined)
      return
    }
    const far = connect(real)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('data', (bytes) => void (dead || other.write(bytes)))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  }

  const wire = {
    url: '',
    mend: () =>
      new Promise<void>((resolve) => {
        dead = heldBack = false
        if (server) return resolve()
        server = createServer(join).listen(port, '127.0.0.1', resolve)
      }),
    cut: () =>
      new Promise<void>((resolve) => {
        server?.close(() => resolve())
        server = null
        for (const socket of open) socket.destroy()
      }),
    die: () => void (dead = true),
    holdBack: () => void (heldBack = true),
    hangUp: () => {
      for (const socket of open) socket.destroy()
    },
  }
  await wire.mend()
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  url.searchParams.delete('host')
  return Object.assign(wire, { url: url.href })
}

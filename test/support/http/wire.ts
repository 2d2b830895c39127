import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../given.ts'

export type Wire = Awaited<ReturnType<typeof aWire>>

/**
 * Returns PostgreSQL's response to a new connection during its start
 * (postgresql.org/docs/current/protocol-message-formats.html, ErrorResponse).
 */
function startingUp(): Buffer {
  return errorResponse('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
}

function errorResponse(text: string): Buffer {
  const fields = Buffer.from(text)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** PgBouncer's message when a server disappears: github.com/pgbouncer/pgbouncer, src/server.c, server_proto. */
function serverCrashed(): Buffer {
  return errorResponse('SFATAL\0C08P01\0Mserver conn crashed?\0\0')
}

/**
 * A connection between the shop and its database that can be cut (nothing listens), go dead (nothing comes through), or
 * hold or refuse new connections, as a database does during its start.
 */
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
  let refusing = false
  let refused = 0
  let fatal: { text: string; left: number } | null = null
  let cutAfter: string | null = null
  let probes = 0
  let server: Server | null = null

  function join(near: Socket): void {
    if (heldBack) {
      open.add(near)
      near.on('error', () => undefined)
      return
    }
    if (refusing && !dead) {
      near.on('error', () => undefined)
      near.once('data', () => near.end(startingUp()))
      refused += 1
      return
    }
    const far = connect(real)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('data', (bytes: Buffer) => {
        if (socket === near && bytes.includes('select 1\0')) probes += 1
        if (fatal && fatal.left > 0 && socket === near && bytes.includes(fatal.text)) {
          fatal.left -= 1
          wire.hangUp()
        } else if (cutAfter !== null && socket === far && bytes.includes(cutAfter)) {
          near.end(Buffer.concat([bytes.subarray(0, bytes.indexOf(cutAfter) + cutAfter.length), serverCrashed()]))
          cutAfter = null
        } else if (!dead) other.write(bytes)
      })
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
        dead = heldBack = refusing = false
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
    refuse: () => void (refusing = true),
    refused: () => refused,
    /** The number of statements `select 1`, by which the shop probes the database. */
    probes: () => probes,
    /** Ends the next row that contains this text right after it, as PgBouncer does if its server disappears. */
    cutRowAfter: (text: string) => void (cutAfter = text),
    /** Closes every connection instead of passing on the next statements that contain this text. */
    hangUpOn: (text: string, times: number) => void (fatal = { text, left: times }),
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

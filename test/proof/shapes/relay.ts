import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * Starts one address in front of several instances: each connection goes to the next instance that accepts it, byte for
 * byte.
 */
export async function startRelay(ports: readonly number[]): Promise<{ url: string; stop(): void }> {
  const open = new Set<Socket>()
  let turn = 0
  const server = createServer({ allowHalfOpen: true }, (near) => {
    keep(near)
    turn += 1
    void join(
      near,
      ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0),
    )
  })

  function keep(socket: Socket): void {
    open.add(socket)
    socket.on('error', () => undefined).on('close', () => open.delete(socket))
  }

  async function join(near: Socket, order: number[]): Promise<void> {
    for (const port of order) {
      const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      keep(far)
      const accepted = await once(far, 'connect').then(
        () => true,
        () => false,
      )
      if (!accepted) continue
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
      near.pipe(far)
      far.pipe(near)
      return
    }
    near.destroy()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

import { Socket } from 'node:net'

/**
 * A socket on which an error of a listener ends only the connection. If a server disappears in the middle of a row,
 * PgBouncer sends its own message after the incomplete row (github.com/pgbouncer/pgbouncer, src/server.c, "server conn
 * crashed?"), and pg then throws where nothing can catch it: github.com/brianc/node-postgres/issues/2053. This does not
 * apply to a connection with TLS, for which pg creates a socket of its own.
 */
export class DatabaseSocket extends Socket {
  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== 'data') return super.emit(event, ...values)
    try {
      return super.emit(event, ...values)
    } catch (cause) {
      const error = new Error('the response could not be read', { cause })
      this.destroy(Object.assign(error, { code: 'ECONNRESET', syscall: 'read' }))
      return true
    }
  }
}

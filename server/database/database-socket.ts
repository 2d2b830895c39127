import { Socket } from 'node:net'

/**
 * A socket whose listeners' errors end only its connection. PgBouncer appends its own message to a row that a lost
 * server has cut (pgbouncer.org, "server conn crashed?"), and pg then throws where nothing can catch it:
 * github.com/brianc/node-postgres/issues/2053. Of a connection with TLS, pg reads a socket of its own, to which this
 * does not apply.
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

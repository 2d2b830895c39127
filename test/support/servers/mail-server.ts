import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { whenOver } from '../when-over.ts'

/** An email as a server received it. `secure`: over TLS; `user`: who had signed in. */
export type ReceivedMail = { to: string[]; from: string; source: string; secure: boolean; user: string | null }

export type MailPlace = {
  /** Starts a mail server there in place of the previous one; returns the received emails as they arrive. */
  serve(options?: SMTPServerOptions): Promise<ReceivedMail[]>
  /** Starts a server there that accepts connections and never responds; returns the number of its connections. */
  hang(): Promise<() => number>
  /** Removes the server there; connections are closed. */
  leave(): Promise<void>
}

/**
 * Returns a port of this machine where a mail server can start and stop. Without options it requires neither TLS nor a
 * sign-in.
 */
export function useMailPlace(port: number): MailPlace {
  let there: { end: () => Promise<void> } | null = null
  const leave = async () => {
    const ending = there
    there = null
    await ending?.end()
  }
  whenOver(leave)
  return {
    leave,
    async serve(options = { disabledCommands: ['AUTH', 'STARTTLS'] }) {
      await leave()
      const received: ReceivedMail[] = []
      const server = new SMTPServer({
        disableReverseLookup: true,
        logger: false,
        closeTimeout: 100,
        onData(stream, { envelope: { mailFrom, rcptTo }, secure, user }, done) {
          void buffer(stream).then((source) => {
            received.push({
              to: rcptTo.map(({ address }) => address),
              from: mailFrom ? mailFrom.address : '',
              source: source.toString(),
              secure,
              user: typeof user === 'string' ? user : null,
            })
            return done()
          })
        },
        ...options,
      })
      server.on('error', () => undefined)
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      there = { end: () => new Promise((resolve) => server.close(() => resolve())) }
      return received
    },
    async hang() {
      await leave()
      const held = new Set<Socket>()
      const server: Server = createServer((socket) => {
        held.add(socket)
        socket.on('error', () => undefined).on('close', () => held.delete(socket))
      })
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      there = {
        async end() {
          const closed = new Promise<void>((resolve) => server.close(() => resolve()))
          for (const socket of held) socket.destroy()
          await closed
        },
      }
      return () => held.size
    },
  }
}

/** Returns the error with which a server refuses. */
export function refusal(responseCode: number, sentence = 'No'): Error {
  return Object.assign(new Error(sentence), { responseCode })
}

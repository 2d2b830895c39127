import type { Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { whenOver } from '../when-over.ts'

/** A mail as a server took it. `secure`: over TLS; `user`: who had signed in. */
export type ReceivedMail = { to: string[]; from: string; source: string; secure: boolean; user: string | null }

export type MailPlace = {
  /** Has a mail server there instead of what was there before; answers what it takes, as it comes. */
  serve(options?: SMTPServerOptions): Promise<ReceivedMail[]>
  /** Has one there that takes connections and says nothing; answers how many it has. */
  hang(): Promise<() => number>
  /** Has nothing there; what was connected is cut off. */
  leave(): Promise<void>
}

/** A port of this machine where a mail server can come and go. Without options it speaks plainly and asks nobody who they are. */
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

/** What a server refuses with. */
export function refusal(responseCode: number, sentence = 'No'): Error {
  return Object.assign(new Error(sentence), { responseCode })
}

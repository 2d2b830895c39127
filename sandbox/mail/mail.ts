import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerError, type SMTPServerSession } from 'smtp-server'
import type { PageTemplate } from '../page-template.ts'
import { answerInbox } from './inbox.ts'
import { openMailbox, type Message } from './mailbox.ts'

const keptMessages = 500
const largestMail = 5 * 1024 * 1024

export type MailSandbox = {
  /** The address of the SMTP server: smtp:// on loopback, at a port that the system chose. */
  smtpUrl: string
  /** Responds to requests below /sandbox/mail; returns false, without effect, for any other. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** Newest first. */
  messages(): Message[]
  stop(): Promise<void>
}

/**
 * The simulator of a mail server: real SMTP on loopback, every email stored in `folder` before it is acknowledged, an
 * inbox to read them. `now` is the product's clock. Rejects if `folder` cannot be written or the server cannot listen
 * on `host`.
 */
export async function startMailSandbox(options: {
  folder: string
  now: () => Date
  pageTemplate: PageTemplate
  host?: string
}): Promise<MailSandbox> {
  const { folder, now, pageTemplate, host = '127.0.0.1' } = options
  const mailbox = await openMailbox(folder, keptMessages)
  const accept = callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) =>
    mailbox.keep(await receive(stream, session, now)),
  )
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: largestMail,
    closeTimeout: 1_000,
    onData: (stream, session, done) => {
      accept(stream, session, (error: SMTPServerError | null) =>
        done(error && Object.assign(error, { responseCode: 451 })),
      )
    },
  })
  await listen(server, host)
  // A client that disconnects is ignored; listening itself has already succeeded.
  server.on('error', () => undefined)
  const { port } = server.server.address() as AddressInfo
  return {
    smtpUrl: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    handle: (request, response) => answerInbox(request, response, mailbox.messages, pageTemplate),
    messages: () => mailbox.messages(),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, now: () => Date): Promise<Message> {
  const source = await buffer(stream)
  if (stream.sizeExceeded) throw new Error('The mail is too large')
  const mail = await PostalMime.parse(source)
  return {
    // The same Message-ID is the same email, sent again because the first response was lost.
    id: mail.messageId ? createHash('sha256').update(mail.messageId).digest('hex').slice(0, 24) : randomUUID(),
    to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    sentAt: now().toISOString(),
  }
}

function listen(server: SMTPServer, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

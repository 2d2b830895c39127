import { createTransport, type SMTPPoolOptions } from 'nodemailer'
import { isLoopback } from '../../../platform/network-address.ts'
import { explainFailure, unusableMail } from './failure.ts'
import type { MailFailure, MailTransport, QueuedMail } from './port.ts'
import { isOneAddress, oneLine, senderIn } from './sender.ts'

/**
 * In milliseconds. `connect`: until the greeting and TLS; some servers greet late on purpose. `reply`: for each reply,
 * because a client that gives up earlier than RFC 5321, 4.5.3.2 allows sends an accepted email again. However slowly a
 * server responds, an attempt ends after `send`.
 */
export const smtpTimeouts = { connect: 60_000, reply: 10 * 60_000, send: 30 * 60_000, close: 5_000 }
/** How long a check of the server waits for each step, while the operator waits for its result. */
const verifyTimeout = 15_000
const connections = 3

/**
 * Sends email over SMTP. `url` is smtp://user:password@host:port (STARTTLS, required unless ?requireTLS=false) or
 * smtps://; on loopback it is not encrypted unless ?requireTLS=true. `from` is 'a@b.example' or 'Name <a@b.example>',
 * or a function that returns it for each email. Throws TypeError if either is unusable.
 */
export function createSmtpTransport(options: {
  url: string
  from: string | (() => string)
  timeouts?: Partial<typeof smtpTimeouts>
}): MailTransport {
  const timeouts = { ...smtpTimeouts, ...options.timeouts }
  const { from } = options
  const senderNow = () => {
    const sender = senderIn(typeof from === 'string' ? from : from())
    if (sender === null) throw new TypeError('MAIL_FROM is not a mail address')
    return sender
  }
  senderNow()
  const pool = createTransport(poolOptions(new URL(options.url), timeouts))
  const underWay = new Set<Promise<unknown>>()

  async function deliver(mail: QueuedMail, signal?: AbortSignal): Promise<void> {
    checkRecipient(mail.to)
    const sender = senderNow()
    const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1)
    await pool.sendMail({
      from: sender,
      to: { name: '', address: mail.to },
      envelope: { from: sender.address, to: [mail.to] },
      subject: oneLine(mail.subject),
      html: mail.html,
      text: mail.text,
      messageId: messageId(mail.id, domain),
      headers: { 'Auto-Submitted': 'auto-generated', ...(mail.stop ? stopHeaders(mail.stop) : {}) },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([AbortSignal.timeout(timeouts.send), ...(signal ? [signal] : [])]),
    })
  }

  return {
    connections,
    async send(mail, signal) {
      const delivery = deliver(mail, signal)
      underWay.add(delivery)
      await delivery.finally(() => underWay.delete(delivery))
    },
    async close() {
      const timer = setTimeout(() => pool.close({ force: true }), timeouts.close)
      while (underWay.size > 0) await Promise.allSettled(underWay)
      clearTimeout(timer)
      pool.close()
    },
    explain: explainFailure,
  }
}

/** Connects as for an email, with TLS and sign-in, and sends none. Null if the server accepts it. */
export async function verifySmtp(url: string): Promise<MailFailure | null> {
  const timeouts = { ...smtpTimeouts, connect: verifyTimeout, reply: verifyTimeout }
  const transport = createTransport({ ...poolOptions(new URL(url), timeouts), maxConnections: 1 })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return explainFailure(error)
  } finally {
    transport.close({ force: true })
  }
}

/** Headers with which a mail program offers to unsubscribe, by its own request. */
function stopHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function poolOptions(url: URL, timeouts: typeof smtpTimeouts): SMTPPoolOptions & { pool: true } {
  if (url.protocol !== 'smtp:' && url.protocol !== 'smtps:')
    throw new TypeError('SMTP_URL must begin with smtp:// or smtps://')
  const host = url.hostname.replaceAll(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const loopback = isLoopback(host)
  const asked = url.searchParams.get('requireTLS')
  const demandTls = !secure && (loopback ? asked === 'true' : asked !== 'false')
  return {
    pool: true,
    maxConnections: connections,
    // The job retries and records its attempts; the pool does not retry.
    maxRequeues: 0,
    idleTimeout: 5_000,
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: demandTls,
    ignoreTLS: loopback && !secure && !demandTls,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    ...(url.username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
          // Otherwise a server that offers no sign-in would get each email without one.
          forceAuth: true,
        }),
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.connect,
    dnsTimeout: 5_000,
    socketTimeout: timeouts.reply,
    socketCloseTimeout: 1_000,
  }
}

function checkRecipient(to: string): void {
  // Never contains the recipient, because the log must contain no address.
  if (!isOneAddress(to)) throw unusableMail('The recipient is not one mail address')
}

function messageId(id: string, domain: string): string {
  if (!/^[\w.-]{1,120}$/.test(id)) throw unusableMail('The id of the mail cannot stand in a Message-ID')
  return `<${id}@${domain}>`
}

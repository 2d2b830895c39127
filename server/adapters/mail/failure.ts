import type { NodemailerError } from 'nodemailer'
import type { MailFault } from '../../../domain/mail.ts'
import type { MailFailure } from './port.ts'

const unusable = 'UNUSABLE_MAIL'
const answerLength = 300

/** Returns the error for an email that no server could accept in this form. */
export function unusableMail(message: string): Error {
  return Object.assign(new Error(message), { code: unusable })
}

/** Interprets an error of nodemailer. */
export function explainFailure(error: unknown): MailFailure {
  const { response, responseCode } = error as NodemailerError
  return {
    permanent: isPermanent(error as NodemailerError),
    fault: faultOf(error as NodemailerError),
    status: responseCode ?? null,
    answer: typeof response === 'string' ? cleanAnswer(response) : null,
  }
}

/**
 * Whether a 5xx response is about the recipient or the message. A response to the greeting, the sign-in or the sender
 * is about the server's or the operator's state, which can change, and so is a missing response.
 */
function isPermanent(error: NodemailerError): boolean {
  const { code, responseCode, command } = error
  if (code === unusable) return true
  if (responseCode === undefined || responseCode < 500 || responseCode === 503 || isAboutSender(error)) return false
  return command === 'RCPT TO' || command === 'DATA'
}

/**
 * Postfix by default refuses a sender, or a client that has not signed in, only at RCPT TO (smtpd_delay_reject,
 * https://www.postfix.org/SMTPD_ACCESS_README.html). The enhanced status tells them from a refused recipient: 5.7.x is
 * a policy, 5.1.7 and 5.1.8 are the sender's address (https://www.rfc-editor.org/rfc/rfc3463).
 */
function isAboutSender({ command, response, responseCode }: NodemailerError): boolean {
  if (command !== 'RCPT TO') return false
  return responseCode === 530 || /^5\d\d[ -]5\.(7\.|1\.[78]\b)/.test(response ?? '')
}

const faultsOfCommands = new Map<string, MailFault>([
  ['RCPT TO', 'recipient'],
  ['MAIL FROM', 'sender'],
  ['DATA', 'message'],
])
const faultsOfCodes = new Map<string, MailFault>([
  [unusable, 'unusable'],
  ['EAUTH', 'sign-in'],
  ['ENOAUTH', 'sign-in'],
  ['ETLS', 'encryption'],
  ['ETIMEDOUT', 'silent'],
  ['EABORT', 'silent'],
  ['EDNS', 'unreachable'],
  ['ECONNECTION', 'unreachable'],
  ['ESOCKET', 'unreachable'],
])
/** Node's and OpenSSL's names for faults of a certificate or a handshake. */
const ofEncryption = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)/

function faultOf(error: NodemailerError): MailFault {
  const { code = '', originalCode, command, responseCode } = error
  if (originalCode !== undefined && ofEncryption.test(originalCode)) return 'encryption'
  if (isAboutSender(error)) return 'sender'
  const answered = responseCode === undefined ? undefined : faultsOfCommands.get(command ?? '')
  return answered ?? faultsOfCodes.get(code) ?? 'other'
}

/**
 * Returns a server's reply without quoted links, long words that may be tokens, line breaks and characters that change
 * the direction of text.
 */
export function cleanAnswer(said: string): string | null {
  const line = said
    .slice(0, 10 * answerLength)
    .replaceAll(/[a-z][a-z\d+.-]{1,20}:\/\/\S*|www\.\S+/giu, '…')
    .replaceAll(/[\w+/=%~-]{20,}/g, '…')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  if (line.length <= answerLength) return line || null
  // Does not cut between the two halves of a character.
  const cut = line.slice(0, answerLength).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

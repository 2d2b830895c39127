import type { NodemailerError } from 'nodemailer'
import type { MailFault } from '../../../domain/mail.ts'
import type { MailFailure } from './port.ts'

const unusable = 'UNUSABLE_MAIL'
const answerLength = 300

/** A mail that no server could accept in this form. */
export function unusableMail(message: string): Error {
  return Object.assign(new Error(message), { code: unusable })
}

/** What to make of an error of nodemailer's. */
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
 * A 5xx answer about the recipient or the message. One to the greeting, the sign-in or the sender speaks of the server's
 * or the operator's state, which passes or gets mended, and so does everything without an answer.
 */
function isPermanent({ code, responseCode, command }: NodemailerError): boolean {
  if (code === unusable) return true
  if (responseCode === undefined || responseCode < 500 || responseCode === 503) return false
  return command === 'RCPT TO' || command === 'DATA'
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
/** How Node and OpenSSL call what is wrong with a certificate or a handshake. */
const ofEncryption = /CERT|SELF_SIGNED|UNABLE_TO|^ERR_(TLS|SSL)/

function faultOf({ code = '', originalCode, command, responseCode }: NodemailerError): MailFault {
  if (originalCode !== undefined && ofEncryption.test(originalCode)) return 'encryption'
  const answered = responseCode === undefined ? undefined : faultsOfCommands.get(command ?? '')
  return answered ?? faultsOfCodes.get(code) ?? 'other'
}

/**
 * A server may say anything, and some quote the mail: its links, and whatever is as long as a token, are left out, as are
 * line breaks and what changes the direction of text.
 */
export function cleanAnswer(said: string): string | null {
  const line = said
    .slice(0, 10 * answerLength)
    .replaceAll(/[a-z][a-z\d+.-]{1,20}:\/\/\S*|www\.\S+/giu, '…')
    .replaceAll(/[\w+/=%~-]{20,}/g, '…')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  if (line.length <= answerLength) return line || null
  // Not between the two halves of a character.
  const cut = line.slice(0, answerLength).replace(/[\uD800-\uDBFF]$/, '')
  return `${cut.trimEnd()}…`
}

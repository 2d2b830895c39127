import { verifySmtp } from '../../../adapters/mail/smtp.ts'
import type { MailFailure } from '../../../adapters/mail/port.ts'
import type { Config } from '../../config/config.ts'
import type { Finding } from '../checks/storage.ts'

/** Connects to the mail server and signs in as for an email, and sends none. */
export async function checkMailServer({ smtpUrl }: Pick<Config, 'smtpUrl'>): Promise<Finding[]> {
  if (smtpUrl === null) return []
  const failure = await verifySmtp(smtpUrl)
  const signsIn = new URL(smtpUrl).username !== ''
  const accepted = `The mail server accepts the connection${signsIn ? ' and the password' : ''}. Nothing was sent.`
  return [failure === null ? { level: 'ok', about: 'mail', sentence: accepted } : lineOf(failure)]
}

function lineOf({ fault, answer }: MailFailure): Finding {
  const reply = answer === null ? '' : ` It replied: ${answer}`
  const about = 'mail'
  switch (fault) {
    case 'sign-in':
      return { level: 'fault', about, sentence: `The mail server rejects the user or password in SMTP_URL.${reply}` }
    case 'encryption':
      return {
        level: 'fault',
        about,
        sentence: 'The mail server offers no TLS with a valid certificate for the host in SMTP_URL.',
      }
    case 'unreachable':
      return {
        level: 'warning',
        about,
        sentence: 'The mail server cannot be reached. Check host and port in SMTP_URL.',
      }
    case 'silent':
      return { level: 'warning', about, sentence: 'The mail server does not respond in time.' }
    default:
      return { level: 'warning', about, sentence: `The mail server closed the connection.${reply}` }
  }
}

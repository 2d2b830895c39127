import type { Mail } from '../../../domain/mail.ts'
import type { Sealing } from '../../../platform/crypto/sealing.ts'

/** An email with a link to an account, as it is stored: only holders of `SECRET` can read its content. */
export type SealedMail = Pick<Mail, 'kind' | 'to' | 'subject'> & { sealed: string }

const about = (id: string) => `email ${id}`

/** Seals an email for the job with this id. Recipient and subject stay readable for administrators. */
export function sealMail(sealing: Sealing, id: string, { kind, to, subject, ...content }: Mail): SealedMail {
  return { kind, to, subject, sealed: sealing.seal(about(id), JSON.stringify(content)) }
}

/** Returns the email of a job, to be sent now. Throws if it was sealed with a `SECRET` that is no longer set. */
export function unsealMail(sealing: Sealing, id: string, mail: Mail | SealedMail): Mail {
  if (!('sealed' in mail)) return mail
  const { sealed, ...rest } = mail
  const content = sealing.open(about(id), sealed)
  if (content === undefined) throw Object.assign(new Error('a mail cannot be unsealed'), { code: 'UNUSABLE_MAIL' })
  return { ...rest, ...(JSON.parse(content) as Pick<Mail, 'html' | 'text'>) }
}

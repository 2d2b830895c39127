import type { Mail } from '../../domain/mail.ts'
import type { Sealing } from '../../platform/crypto/sealing.ts'

/** A mail with a link to an account, as the database has it: what is in it only holders of `SECRET` can read. */
export type SealedMail = Pick<Mail, 'kind' | 'to' | 'subject'> & { sealed: string }

const about = (id: string) => `email ${id}`

/** Seals a mail for the job of this id. Whom it is for and what it is about stay readable: administrators look after it by them. */
export function sealMail(sealing: Sealing, id: string, { kind, to, subject, ...content }: Mail): SealedMail {
  return { kind, to, subject, sealed: sealing.seal(about(id), JSON.stringify(content)) }
}

/** The mail of a job, to be sent now. Throws where it was sealed under a `SECRET` that is no longer set. */
export function openMail(sealing: Sealing, id: string, mail: Mail | SealedMail): Mail {
  if (!('sealed' in mail)) return mail
  const { sealed, ...rest } = mail
  const content = sealing.open(about(id), sealed)
  if (content === undefined) throw Object.assign(new Error('a mail cannot be unsealed'), { code: 'UNUSABLE_MAIL' })
  return { ...rest, ...(JSON.parse(content) as Pick<Mail, 'html' | 'text'>) }
}

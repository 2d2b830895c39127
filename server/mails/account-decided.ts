import { layOutMail, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { paths } from '../../core/screens.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** To somebody whom an administrator let in. What waited has begun or goes on. */
export function accountApprovedMail(frame: MailFrame, { to }: { to: string }): Mail {
  const words = mailWords.accountApproved
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader,
    heading: words.subject,
    paragraphs: [words.text(frame.brandName), words.next],
    button: { label: words.button, address: frame.publicUrl + paths.account },
  })
  return { to, subject: words.subject, html, text }
}

/** To somebody whom an administrator refused. It never says why: what was found is not theirs to know. */
export function accountRefusedMail(frame: MailFrame, { to }: { to: string }): Mail {
  const words = mailWords.accountRefused
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader,
    heading: words.subject,
    paragraphs: [words.text(frame.brandName), words.ends, words.mistake(frame.supportEmail)],
  })
  return { to, subject: words.subject, html, text }
}

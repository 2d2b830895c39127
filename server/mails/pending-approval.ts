import { layOutMail, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** To somebody whose trial waits for approval. It never says which check held it: a list match is not theirs to know. */
export function pendingApprovalMail(frame: MailFrame, facts: { to: string; planTitle: string }): Mail {
  const words = mailWords.pendingApproval
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader(facts.planTitle),
    heading: words.heading,
    paragraphs: [words.intro(facts.planTitle), words.required, words.exception(frame.supportEmail)],
    note: words.note,
  })
  return { to: facts.to, subject: words.subject, html, text }
}

import { layOutMail, type MailFrame } from './layout/layout.ts'
import type { Mail, Recipient } from '../../domain/mail.ts'
import { wordsIn } from '../../i18n/spoken.ts'

/** To somebody whose trial waits for approval. It never says which check held it: a list match is not theirs to know. */
export function pendingApprovalMail(frame: MailFrame, facts: Recipient & { planTitle: string }): Mail {
  const words = wordsIn(facts.language).mail.pendingApproval
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: words.preheader(facts.planTitle),
    heading: words.heading,
    paragraphs: [words.intro(facts.planTitle), words.required, words.exception(frame.supportEmail)],
    note: words.note,
  })
  return { kind: 'pending-approval', to: facts.to, subject: words.subject, html, text }
}

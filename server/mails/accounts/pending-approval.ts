import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import type { ApprovalRequirement } from '../../../domain/screening/approval.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/**
 * To a person whose trial awaits approval. It names the email address and the company if they are the reason, and no
 * other reason.
 */
export function pendingApprovalMail(
  frame: MailFrame,
  facts: Recipient & { planTitle: string; requirements: readonly ApprovalRequirement[] },
): Mail {
  const words = wordsIn(facts.language).mail.pendingApproval
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: words.preheader(facts.planTitle),
    heading: words.heading,
    paragraphs: [
      words.intro(facts.planTitle),
      ...(facts.requirements.length > 0
        ? [words.required, words.exception(frame.supportEmail)]
        : [words.question(frame.supportEmail)]),
    ],
    note: words.note,
  })
  return { kind: 'pending-approval', to: facts.to, subject: words.subject, html, text }
}

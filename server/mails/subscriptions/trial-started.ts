import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

/** To a person whose trial has started. `endDate` is the last UTC day with access. */
export function trialStartedMail(
  frame: MailFrame,
  facts: Recipient & { plan: { name: string; title: string }; endDate: string | Date },
): Mail {
  const { mail, locale } = wordsIn(facts.language)
  const words = mail.trialStarted
  const date = longDate(facts.endDate, locale)
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: words.preheader(date),
    heading: words.heading(facts.plan.title),
    paragraphs: [words.runsUntil(date), words.next],
    button: { label: words.button, address: frame.publicUrl + paths.confirmation(facts.plan.name) },
    note: words.note,
  })
  return { kind: 'trial-started', to: facts.to, subject: words.subject(facts.plan.title), html, text }
}

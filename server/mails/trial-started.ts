import { layOutMail, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { longDate } from '../../core/plan.ts'
import { paths } from '../../core/screens.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** To somebody whose trial runs from now on. `endDate` is the last UTC day with access. */
export function trialStartedMail(
  frame: MailFrame,
  facts: { to: string; plan: { name: string; title: string }; endDate: string | Date },
): Mail {
  const words = mailWords.trialStarted
  const date = longDate(facts.endDate, 'en-GB')
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader(date),
    heading: words.heading(facts.plan.title),
    paragraphs: [words.runsUntil(date), words.next],
    button: { label: words.button, address: frame.publicUrl + paths.confirmation(facts.plan.name) },
    note: words.note,
  })
  return { to: facts.to, subject: words.subject(facts.plan.title), html, text }
}

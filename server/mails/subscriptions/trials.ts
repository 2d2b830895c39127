import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn } from '../../../i18n/server-words.ts'

type Plan = { name: string; title: string }

/** To a person whose trial has started. `endDate` is the last UTC day with access. */
export function trialStartedMail(frame: MailFrame, facts: Recipient & { plan: Plan; endDate: string | Date }): Mail {
  const { mail, locale } = wordsIn(facts.language)
  const words = mail.trialStarted
  const date = longDate(facts.endDate, locale)
  return layOutMail(frame, facts, 'trial-started', {
    ...words,
    subject: words.subject(facts.plan.title),
    preheader: words.preheader(date),
    heading: words.heading(facts.plan.title),
    paragraphs: [words.runsUntil(date), words.next],
    link: paths.confirmation(facts.plan.name),
  })
}

/** Why a trial requested with a one-time token was refused. `endDate` is the last UTC day with access. */
export type TrialRefusal = { reason: 'running' | 'over'; endDate: string | Date } | { reason: 'had' | 'notApproved' }

/** To a person whose trial could not start: the checkout's response does not reveal it. */
export function trialRefusedMail(
  frame: MailFrame,
  { plan, refusal, ...recipient }: Recipient & { plan: Plan; refusal: TrialRefusal },
): Mail {
  const { mail, locale } = wordsIn(recipient.language)
  const { button, ...words } = mail.trialRefused
  const { subject } = words[refusal.reason]
  const text =
    'endDate' in refusal
      ? words[refusal.reason].text(plan.title, longDate(refusal.endDate, locale))
      : words[refusal.reason].text(plan.title)
  return layOutMail(frame, recipient, 'trial-refused', {
    subject,
    ...(refusal.reason === 'notApproved'
      ? { paragraphs: [text, words.notApproved.exception(frame.supportEmail)] }
      : { paragraphs: [text], button, link: paths.trial(plan.name) }),
  })
}

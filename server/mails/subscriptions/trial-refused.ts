import { layOutMail, type MailContent, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import { paths } from '../../../contract/screens.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** Why a trial requested with a one-time token was refused. `endDate` is the last UTC day with access. */
export type TrialRefusal = { reason: 'running' | 'over'; endDate: string | Date } | { reason: 'had' | 'notApproved' }

/** To a person whose trial could not start: the checkout's response does not reveal it. */
export function trialRefusedMail(
  frame: MailFrame,
  facts: Recipient & { plan: { name: string; title: string }; refusal: TrialRefusal },
): Mail {
  const t = wordsIn(facts.language)
  const { subject } = t.mail.trialRefused[facts.refusal.reason]
  const content = contentOf(frame, facts.plan, facts.refusal, t)
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: content.paragraphs[0] ?? subject,
    heading: subject,
    ...content,
  })
  return { kind: 'trial-refused', to: facts.to, subject, html, text }
}

type Varying = Pick<MailContent, 'paragraphs' | 'button'>

function contentOf(
  frame: MailFrame,
  plan: { name: string; title: string },
  refusal: TrialRefusal,
  { mail, locale }: ServerWords,
): Varying {
  const words = mail.trialRefused
  const trialPage = { label: words.button, address: frame.publicUrl + paths.trial(plan.name) }
  switch (refusal.reason) {
    case 'running':
      return {
        paragraphs: [words.running.text(plan.title, longDate(refusal.endDate, locale))],
        button: trialPage,
      }
    case 'over':
      return {
        paragraphs: [words.over.text(plan.title, longDate(refusal.endDate, locale))],
        button: trialPage,
      }
    case 'had':
      return { paragraphs: [words.had.text(plan.title)], button: trialPage }
    case 'notApproved':
      return { paragraphs: [words.notApproved.text(plan.title), words.notApproved.exception(frame.supportEmail)] }
  }
}

import { layOutMail, type MailContent, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { longDate } from '../../core/plan.ts'
import { paths } from '../../core/screens.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** Why a trial asked for with a one-time token was not given. `endDate` is the last UTC day with access. */
export type TrialRefusal = { reason: 'running' | 'over'; endDate: string | Date } | { reason: 'had' | 'notApproved' }

/** To somebody whose trial could not start: the checkout itself never tells. */
export function trialRefusedMail(
  frame: MailFrame,
  facts: { to: string; plan: { name: string; title: string }; refusal: TrialRefusal },
): Mail {
  const { subject } = mailWords.trialRefused[facts.refusal.reason]
  const content = contentOf(frame, facts.plan, facts.refusal)
  const { html, text } = layOutMail(frame, {
    preheader: content.paragraphs[0] ?? subject,
    heading: subject,
    ...content,
  })
  return { to: facts.to, subject, html, text }
}

type Varying = Pick<MailContent, 'paragraphs' | 'button'>

function contentOf(frame: MailFrame, plan: { name: string; title: string }, refusal: TrialRefusal): Varying {
  const words = mailWords.trialRefused
  const trialPage = { label: words.button, address: frame.publicUrl + paths.trial(plan.name) }
  switch (refusal.reason) {
    case 'running':
      return {
        paragraphs: [words.running.text(plan.title, longDate(refusal.endDate, 'en-GB'))],
        button: trialPage,
      }
    case 'over':
      return {
        paragraphs: [words.over.text(plan.title, longDate(refusal.endDate, 'en-GB'))],
        button: trialPage,
      }
    case 'had':
      return { paragraphs: [words.had.text(plan.title)], button: trialPage }
    case 'notApproved':
      return { paragraphs: [words.notApproved.text(plan.title), words.notApproved.exception(frame.supportEmail)] }
  }
}

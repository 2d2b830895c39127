import { layOutMail, type MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { longDate } from '../../core/plan.ts'
import { signInAddress } from '../../core/screens.ts'
import { mailWords } from '../../core/words/en/mail.ts'

/** The person's trial of the product they came for, if they ever had one. `endDate` is the last UTC day with access. */
export type KnownTrial =
  | { status: 'running' | 'over'; planTitle: string; endDate: string | Date }
  | { status: 'pending'; planTitle: string }

/** To somebody whose known address was registered once more. `path` is the page to arrive on after signing in. */
export function alreadyKnownMail(
  frame: MailFrame,
  facts: { to: string; path: string; trial: KnownTrial | null },
): Mail {
  const words = mailWords.alreadyKnown
  const { html, text } = layOutMail(frame, {
    preheader: words.preheader(frame.brandName),
    heading: words.heading,
    paragraphs: [words.intro(frame.brandName), ...(facts.trial ? [trialSentence(facts.trial)] : [])],
    button: { label: words.button, address: frame.publicUrl + signInAddress(facts.path) },
    note: words.note,
  })
  return { to: facts.to, subject: words.subject, html, text }
}

function trialSentence(trial: KnownTrial): string {
  const sentences = mailWords.alreadyKnown.trial
  if (trial.status === 'pending') return sentences.pending(trial.planTitle)
  return sentences[trial.status](trial.planTitle, longDate(trial.endDate, 'en-GB'))
}

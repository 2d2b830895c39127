import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import { signInAddress } from '../../../contract/screens.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** The person's trial of the requested product, if they ever had one. `endDate` is the last UTC day with access. */
export type KnownTrial =
  | { status: 'running' | 'over'; planTitle: string; endDate: string | Date }
  | { status: 'pending'; planTitle: string }

/** To a person whose registered address was entered again. `path` is the page after signing in. */
export function alreadyKnownMail(
  frame: MailFrame,
  facts: Recipient & { path: string; trial: KnownTrial | null },
): Mail {
  const t = wordsIn(facts.language)
  const words = t.mail.alreadyKnown
  const { html, text } = layOutMail(frame, facts.language, {
    preheader: words.preheader(frame.brandName),
    heading: words.heading,
    paragraphs: [words.intro(frame.brandName), ...(facts.trial ? [trialSentence(facts.trial, t)] : [])],
    button: { label: words.button, address: frame.publicUrl + signInAddress(facts.path) },
    note: words.note,
  })
  return { kind: 'already-known', to: facts.to, subject: words.subject, html, text }
}

function trialSentence(trial: KnownTrial, { mail, locale }: ServerWords): string {
  const sentences = mail.alreadyKnown.trial
  if (trial.status === 'pending') return sentences.pending(trial.planTitle)
  return sentences[trial.status](trial.planTitle, longDate(trial.endDate, locale))
}

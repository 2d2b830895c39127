import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import type { TrialStanding } from '../../../domain/subscription/trial-standing.ts'
import { signInAddress } from '../../../contract/screens.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** The person's trial of the requested product. */
export type KnownTrial = TrialStanding & { planTitle: string }

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
  if ('endDate' in trial) return sentences[trial.status](trial.planTitle, longDate(trial.endDate, locale))
  return sentences[trial.status](trial.planTitle)
}

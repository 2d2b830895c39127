import { layOutMail, type MailFrame } from '../layout/layout.ts'
import type { Mail, Recipient } from '../../../domain/mail.ts'
import { longDate } from '../../../domain/calendar.ts'
import type { ApprovalRequirement } from '../../../domain/screening/approval.ts'
import type { TrialStanding } from '../../../domain/subscription/trial-standing.ts'
import { signInAddress } from '../../../contract/screens.ts'
import { wordsIn, type ServerWords } from '../../../i18n/server-words.ts'

/** To a registrant whose account is at another issuer: `address` is where they sign up there. */
export function signUpElsewhereMail(frame: MailFrame, facts: Recipient & { address: string }): Mail {
  const words = wordsIn(facts.language).mail.signUpElsewhere
  return layOutMail(frame, facts, 'sign-up', {
    ...words,
    subject: words.subject(frame.brandName),
    paragraphs: [words.text(frame.brandName)],
    link: facts.address,
  })
}

/** The person's trial of the requested product. */
export type KnownTrial = TrialStanding & { planTitle: string }

/** To a person whose registered address was entered again. `path` is the page after signing in. */
export function alreadyKnownMail(
  frame: MailFrame,
  facts: Recipient & { path: string; trial: KnownTrial | null },
): Mail {
  const t = wordsIn(facts.language)
  const words = t.mail.alreadyKnown
  return layOutMail(frame, facts, 'already-known', {
    ...words,
    preheader: words.preheader(frame.brandName),
    paragraphs: [words.intro(frame.brandName), ...(facts.trial ? [trialSentence(facts.trial, t)] : [])],
    link: signInAddress(facts.path),
  })
}

function trialSentence(trial: KnownTrial, { mail, locale }: ServerWords): string {
  const sentences = mail.alreadyKnown.trial
  if ('endDate' in trial) return sentences[trial.status](trial.planTitle, longDate(trial.endDate, locale))
  return sentences[trial.status](trial.planTitle)
}

/** To a person who registered from a country to which the operator may not sell. */
export function notAvailableMail(frame: MailFrame, facts: Recipient & { planTitle: string }): Mail {
  const words = wordsIn(facts.language).mail.notAvailable
  return layOutMail(frame, facts, 'not-available', {
    ...words,
    subject: words.subject(facts.planTitle),
    paragraphs: [words.text(facts.planTitle), words.mistake(frame.supportEmail)],
  })
}

/**
 * To a person whose trial awaits approval. It names the email address and the company if they are the reason, and no
 * other reason.
 */
export function pendingApprovalMail(
  frame: MailFrame,
  facts: Recipient & { planTitle: string; requirements: readonly ApprovalRequirement[] },
): Mail {
  const words = wordsIn(facts.language).mail.pendingApproval
  return layOutMail(frame, facts, 'pending-approval', {
    ...words,
    preheader: words.preheader(facts.planTitle),
    paragraphs: [
      words.intro(facts.planTitle),
      ...(facts.requirements.length > 0
        ? [words.required, words.exception(frame.supportEmail)]
        : [words.question(frame.supportEmail)]),
    ],
  })
}

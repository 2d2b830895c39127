import { emailKey } from '../../platform/email-key.ts'
import { lifetimes } from '../../domain/limits.ts'
import type { Mail, MailKind, Recipient } from '../../domain/mail.ts'
import type { Language } from '../../domain/language.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import type { Account } from './accounts.ts'
import { issueLink } from './links.ts'
import type { IdentityContext, MailContent } from '../context.ts'
import type { IdentityWords } from '../http.ts'
import type { IdentityDb } from '../database/tables.ts'
import { dayMs } from '../../domain/calendar.ts'

const HOUR = 3_600_000

/**
 * Emails a link that suits the account: to activate it, or to set a new password. Returns false beyond the email limit.
 */
export async function mailLink(
  context: IdentityContext,
  db: IdentityDb,
  account: Account,
  language: Language,
  returnTo = '/',
): Promise<boolean> {
  // Checked first: without an email, the links already sent must stay valid.
  if (!(await context.allow('mailsPerRecipient', emailKey(account.email), db))) return false
  await sendLink(context, db, account, language, { returnTo })
  return true
}

/** Like `mailLink`, for callers that have checked the limit. */
export async function sendLink(
  context: IdentityContext,
  db: IdentityDb,
  account: Account,
  language: Language,
  link: { returnTo?: string; isNew?: boolean } = {},
): Promise<void> {
  const kind = account.activated_at === null ? 'activation' : 'reset'
  const returnTo = kind === 'activation' ? account.return_to : (link.returnTo ?? '/')
  const token = await issueLink(db, { ...link, kind, accountId: account.id, returnTo }, context.now())
  const content = linkContent(context, language, kind, token, account.role !== null)
  await context.sendMail(db, layOut(context, { to: account.email, language }, content))
}

/** Notifies the owner of a changed password, regardless of the email limit. */
export async function mailPasswordChanged(
  context: IdentityContext,
  db: IdentityDb,
  account: Account,
  language: Language,
  by: PasswordChange = 'link',
): Promise<void> {
  await context.sendMail(db, layOut(context, { to: account.email, language }, passwordChanged(context, language, by)))
}

/**
 * Notifies the owner that a second factor was set up or reset, a passkey added or removed, or a recovery code used,
 * regardless of the email limit.
 */
export async function mailFactorChanged(
  context: IdentityContext,
  db: IdentityDb,
  account: Account,
  language: Language,
  change: FactorNews,
): Promise<void> {
  await context.sendMail(db, layOut(context, { to: account.email, language }, factorChanged(context, language, change)))
}

/** Samples of all these emails, in each version. Their links lead to no account. */
export function identityMailSamples(context: IdentityContext, recipient: Recipient): Mail[] {
  const { language } = recipient
  const factorNews = Object.keys(wordsIn('en').identity.mails.factorChanged.changes) as FactorNews[]
  const contents = [
    linkContent(context, language, 'activation', 'sample'),
    linkContent(context, language, 'activation', 'sample', true),
    linkContent(context, language, 'reset', 'sample'),
    passwordChanged(context, language, 'link'),
    passwordChanged(context, language, 'account'),
    ...factorNews.map((change) => factorChanged(context, language, change)),
  ]
  return contents.map((content) => layOut(context, recipient, content))
}

/** Returns the address of the page where a password is chosen by a link. */
export function linkAddress(context: IdentityContext, kind: 'activation' | 'reset', token: string): string {
  return `${context.issuer}/${kind === 'activation' ? 'activate' : 'reset'}?token=${token}`
}

type PasswordChange = 'link' | 'account'
type FactorNews = keyof IdentityWords['mails']['factorChanged']['changes']
type Content = { kind: MailKind; subject: string; content: MailContent }

const layOut = (context: IdentityContext, { to, language }: Recipient, { kind, subject, content }: Content): Mail => ({
  kind,
  to,
  subject,
  ...context.layOutMail(content, language),
})

function linkContent(
  context: IdentityContext,
  language: Language,
  kind: 'activation' | 'reset',
  token: string,
  isInvited = false,
): Content {
  const address = linkAddress(context, kind, token)
  const brand = context.shell(language).brandName
  const { mails: t } = wordsIn(language).identity
  return { kind, ...(kind === 'activation' ? activation(t, brand, address, isInvited) : reset(t, brand, address)) }
}

function passwordChanged(context: IdentityContext, language: Language, by: PasswordChange): Content {
  const { passwordChanged: words } = wordsIn(language).identity.mails
  const { preheader, heading } = words
  const { text, note } = words[by]
  const button = { label: words.button, address: `${context.issuer}/forgotten` }
  return {
    kind: 'password-changed',
    subject: words.subject(context.shell(language).brandName),
    content: { preheader, heading, paragraphs: [text], button, note },
  }
}

function factorChanged(context: IdentityContext, language: Language, change: FactorNews): Content {
  const { factorChanged: words } = wordsIn(language).identity.mails
  const { heading, note } = words
  const { preheader, text } = words.changes[change]
  const used = change === 'code-used' ? words.codeUsed : undefined
  return {
    kind: 'second-factor-changed',
    subject: (used ?? words).subject(context.shell(language).brandName),
    content: { preheader, heading: used?.heading ?? heading, paragraphs: [text], note },
  }
}

function activation(
  t: IdentityWords['mails'],
  brand: string,
  address: string,
  isInvited: boolean,
): { subject: string; content: MailContent } {
  const words = t.activation
  const { text, unexpected } = isInvited ? words.invited : words
  return {
    subject: words.subject(brand),
    content: {
      preheader: words.preheader,
      heading: words.heading,
      // Contains no name: otherwise a person who registers another's address could write into the email.
      paragraphs: [text(brand)],
      button: { label: words.button, address },
      note: `${words.note(lifetimes.activationLink / dayMs)} ${unexpected}`,
    },
  }
}

function reset(t: IdentityWords['mails'], brand: string, address: string): { subject: string; content: MailContent } {
  const words = t.reset
  return {
    subject: words.subject(brand),
    content: {
      preheader: words.preheader,
      heading: words.heading,
      paragraphs: [words.text],
      button: { label: words.button, address },
      note: words.note(lifetimes.resetLink / HOUR),
    },
  }
}

import { emailKey } from '../../platform/email-key.ts'
import { lifetimes } from '../../domain/limits.ts'
import type { Mail, Recipient } from '../../domain/mail.ts'
import type { Language } from '../../domain/language.ts'
import { wordsIn } from '../../i18n/server-words.ts'
import type { Account } from './accounts.ts'
import { issueLink } from './links.ts'
import type { IdentityContext } from '../context.ts'
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
  const recipient = { to: account.email, language }
  const about = { isInvited: account.role !== null, hasPassword: account.password_hash !== null }
  await context.sendMail(db, linkMail(context, recipient, kind, token, about))
}

/** Notifies the owner of a changed password, regardless of the email limit. */
export async function mailPasswordChanged(
  context: IdentityContext,
  db: IdentityDb,
  account: Account,
  language: Language,
  by: PasswordChange = 'link',
): Promise<void> {
  await context.sendMail(db, passwordChangedMail(context, { to: account.email, language }, by))
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
  await context.sendMail(db, factorChangedMail(context, { to: account.email, language }, change))
}

/** Samples of all these emails, in each version. Their links lead to no account. */
export function identityMailSamples(context: IdentityContext, recipient: Recipient): Mail[] {
  const factorNews = Object.keys(wordsIn('en').identity.mails.factorChanged.changes) as FactorNews[]
  return [
    linkMail(context, recipient, 'activation', 'sample'),
    linkMail(context, recipient, 'activation', 'sample', { isInvited: true }),
    linkMail(context, recipient, 'reset', 'sample'),
    linkMail(context, recipient, 'reset', 'sample', { hasPassword: false }),
    passwordChangedMail(context, recipient, 'link'),
    passwordChangedMail(context, recipient, 'account'),
    ...factorNews.map((change) => factorChangedMail(context, recipient, change)),
  ]
}

/** Returns the address of the page where a password is chosen by a link. */
export function linkAddress(context: IdentityContext, kind: 'activation' | 'reset', token: string): string {
  return `${context.issuer}/${kind === 'activation' ? 'activate' : 'reset'}?token=${token}`
}

type PasswordChange = 'link' | 'account'
type FactorNews = keyof IdentityWords['mails']['factorChanged']['changes']

function linkMail(
  context: IdentityContext,
  recipient: Recipient,
  kind: 'activation' | 'reset',
  token: string,
  { isInvited = false, hasPassword = true } = {},
): Mail {
  const brand = context.shell(recipient.language).brandName
  const { activation, reset } = wordsIn(recipient.language).identity.mails
  const link = linkAddress(context, kind, token)
  if (kind === 'reset') {
    const { text, unexpected } = hasPassword ? reset : reset.removed
    const note = `${reset.note(lifetimes.resetLink / HOUR)} ${unexpected}`
    const content = { ...reset, subject: reset.subject(brand), paragraphs: [text], link, note }
    return context.layOutMail(recipient, kind, content)
  }
  const { text, unexpected } = isInvited ? activation.invited : activation
  return context.layOutMail(recipient, kind, {
    ...activation,
    subject: activation.subject(brand),
    // Contains no name: otherwise a person who registers another's address could write into the email.
    paragraphs: [text(brand)],
    link,
    note: `${activation.note(lifetimes.activationLink / dayMs)} ${unexpected}`,
  })
}

function passwordChangedMail(context: IdentityContext, recipient: Recipient, by: PasswordChange): Mail {
  const { passwordChanged: words } = wordsIn(recipient.language).identity.mails
  const { text, note } = words[by]
  return context.layOutMail(recipient, 'password-changed', {
    ...words,
    subject: words.subject(context.shell(recipient.language).brandName),
    paragraphs: [text],
    link: `${context.issuer}/forgotten`,
    note,
  })
}

function factorChangedMail(context: IdentityContext, recipient: Recipient, change: FactorNews): Mail {
  const { factorChanged: words } = wordsIn(recipient.language).identity.mails
  const { subject, heading } = change === 'code-used' ? words.codeUsed : words
  const { preheader, text } = words.changes[change]
  return context.layOutMail(recipient, 'second-factor-changed', {
    subject: subject(context.shell(recipient.language).brandName),
    preheader,
    heading,
    paragraphs: [text],
    note: words.note,
  })
}

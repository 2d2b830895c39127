import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { MailFrame } from './layout/layout.ts'
import { mailKinds, type Mail, type MailKind } from '../../domain/mail.ts'
import type { Plan } from '../../domain/catalogue/plan.ts'
import type { PaymentFailure, SubscriptionMail } from '../../domain/subscription/commands.ts'
import type { Subscription } from '../../domain/subscription/subscription.ts'
import { trialReminders } from '../../domain/trial-reminders.ts'
import { invoice } from '../../test/support/billing/given-snapshot.ts'
import type { ApprovalRequirement } from '../../domain/screening/approval.ts'
import { languages, type Language } from '../../domain/language.ts'
import { accountApprovedMail, accountRefusedMail } from './account-decided.ts'
import { birthDateMail } from './birth-date.ts'
import { erasedMail, erasureRequestedMail } from './erasure.ts'
import { alreadyKnownMail } from './already-known.ts'
import { notAvailableMail } from './not-available.ts'
import { endpointFailingMail } from './endpoint-failing.ts'
import { oldListsMail } from './old-lists.ts'
import { paymentIssuesMail } from './payment-issues.ts'
import { pendingApprovalMail } from './pending-approval.ts'
import {
  addressTakenMail,
  emailChangedMail,
  emailChangeLinkMail,
  emailChangeRequestedMail,
  emailRestoredMail,
} from './email-change.ts'
import { signUpElsewhereMail } from './sign-up-elsewhere.ts'
import { purchaseFailedMail, purchaseProcessingMail } from './purchase-mails.ts'
import type { PlanChangeFacts } from './plan-changed.ts'
import { paymentRefundedMail, refundFailedMail } from './refund.ts'
import { cardExpiringMail, renewalComingMail, subscriptionMail } from './subscription-mails.ts'
import { trialRefusedMail } from './trial-refused.ts'
import { trialReminderMail } from './trial-reminder.ts'
import { trialStartedMail } from './trial-started.ts'

const frame: MailFrame = {
  brandName: 'Parallax Analytics',
  logo: null,
  accentHue: 265,
  accentChroma: 0.17,
  neutralHue: 260,
  publicUrl: 'https://shop.example',
  supportEmail: 'support@shop.example',
  legalName: 'Parallax Ltd.',
}
const to = 'ann@acme.example'
const ann = { to, language: 'en' } as const
const plan = { name: 'analytics-trial', title: 'Parallax Analytics trial' }
const endDate = '2026-12-20T00:00:00.000Z'

test('already known: says that an account exists, how the trial stands, and leads to the sign-in', () => {
  const mail = (trial: Parameters<typeof alreadyKnownMail>[1]['trial']) =>
    alreadyKnownMail(frame, { ...ann, path: '/try/analytics-trial', trial })
  assert.equal(mail(null).subject, 'You already have an account')
  assert.match(
    mail(null).text,
    /Sign in:\nhttps:\/\/shop\.example\/api\/v1\/login\?redirect_url=%2Ftry%2Fanalytics-trial\n/,
  )
  assert.match(mail(null).text, /forgotten your password/)
  const title = plan.title
  assert.match(mail({ status: 'running', planTitle: title, endDate }).text, /trial” runs until 20 December 2026\./)
  assert.match(mail({ status: 'over', planTitle: title, endDate }).text, /trial” ended on 20 December 2026\./)
  assert.match(mail({ status: 'pending', planTitle: title }).text, /as soon as your account is approved/)
})

test('trial started: names the plan and its last day and leads to the confirmation page', () => {
  const mail = trialStartedMail(frame, { ...ann, plan, endDate: new Date(endDate) })
  assert.equal(mail.subject, 'Your trial has started: Parallax Analytics trial')
  assert.match(mail.text, /until 20 December 2026/)
  assert.match(mail.text, /https:\/\/shop\.example\/plans\/analytics-trial\/confirmation\n/)
})

test('pending approval: says what is required where that is why, and how to ask for an exception', () => {
  const about = (requirements: readonly ApprovalRequirement[]) =>
    pendingApprovalMail(frame, { ...ann, planTitle: plan.title, requirements }).text
  assert.match(about(['businessEmail']), /business email address/)
  assert.match(about(['businessEmail']), /ask for an exception: write to support@shop\.example/)
  assert.doesNotMatch(about([]), /business|exception/)
  assert.match(about([]), /write to support@shop\.example/)
})

test('trial refused: each reason has its own subject', () => {
  const subject = (refusal: Parameters<typeof trialRefusedMail>[1]['refusal']) =>
    trialRefusedMail(frame, { ...ann, plan, refusal }).subject
  assert.equal(subject({ reason: 'running', endDate }), 'You already have a trial')
  assert.equal(subject({ reason: 'over', endDate }), 'Your trial has expired')
  assert.equal(subject({ reason: 'had' }), 'Your trial has expired')
  assert.equal(subject({ reason: 'notApproved' }), 'Your trial was not started')
})

test('account decided: the approved are led on, the refused are told whom to ask', () => {
  assert.match(accountApprovedMail(frame, ann).text, /approved[\s\S]*https:\/\/shop\.example\/account\n/)
  assert.match(accountRefusedMail(frame, ann).text, /cannot approve it[\s\S]*write to support@shop\.example/)
})

const annual: Plan = {
  name: 'analytics-annual',
  title: 'Parallax Analytics',
  product: 'analytics',
  type: 'subscription',
  priceMinor: 118_800,
  currency: 'usd',
  recurringInterval: 'year',
  recurringIntervalCount: 1,
  durationInDays: null,
  description: '',
  conditions: '',
  requiresAffirmation: false,
}
const subscription: Subscription = {
  id: 'one',
  plan: { ...annual, type: 'subscription', recurringInterval: 'year', recurringIntervalCount: 1 },
  status: 'active',
  createdDate: new Date(endDate),
  startDate: new Date(endDate),
  endDate: new Date(endDate),
  onHoldSince: null,
  renewal: 'on',
  paidUntil: new Date(endDate),
  payment: 'paid',
  grantedUntil: null,
  extendedByOwner: false,
  latestComment: null,
}
const aboutSubscriptions: SubscriptionMail[] = [
  'receipt',
  'payment-failed',
  'renewal-stopped',
  'renewal-not-stopped',
  'renewal-resumed',
  'subscription-ended',
  'trial-started',
  'trial-extended',
  'on-hold',
]

const paidInvoice = invoice({
  number: 'PA-0001',
  status: 'paid',
  total: 17_731,
  tax: 2831,
  amountPaid: 17_731,
  paidAt: new Date('2026-11-20T12:00:00Z'),
  url: 'https://pay.example/invoice/1',
})

/** Every mail of the shop's own in one language, in each of its variants. */
/** What a failed payment can have to say: tried again before or after access ends, not at all, or by the bank's page. */
const failures: PaymentFailure[] = [
  { retryAt: new Date('2026-11-21T00:00:00Z'), actionRequired: false, payUrl: 'https://pay.example/1' },
  { retryAt: new Date('2030-11-21T00:00:00Z'), actionRequired: false, payUrl: null },
  { retryAt: null, actionRequired: false, payUrl: 'https://pay.example/1' },
  { retryAt: null, actionRequired: true, payUrl: 'https://pay.example/1' },
]

const oldLinks = {
  cancel: 'https://shop.example/email-change/cancel/1',
  agree: 'https://shop.example/email-change/agree/1',
}

const refunded = {
  plan: plan.title,
  money: { amount: 4900, currency: 'usd' },
  card: { brand: 'visa', lastDigits: '4242' },
  unused: false,
}

const change = {
  from: { ...subscription.plan, title: 'Parallax Monthly' },
  at: new Date(endDate),
  byAdministrator: true,
  invoice: null,
  next: { at: new Date(endDate), amount: 14_900, discount: null, credit: null, currency: 'usd' },
}
const changes: PlanChangeFacts[] = [
  change,
  { ...change, byAdministrator: false, next: null, invoice: invoice({ total: -7150 }) },
  {
    ...change,
    next: { ...change.next, amount: null },
    invoice: invoice({ status: 'open', total: 500, amountDue: 500 }),
  },
]

function everyMail(language: Language): Mail[] {
  const her = { to, language }
  const planTitle = plan.title
  const paid = { ...her, subscription }
  const mails: (Mail | null)[] = [
    alreadyKnownMail(frame, { ...her, path: '/', trial: { status: 'running', planTitle, endDate } }),
    alreadyKnownMail(frame, { ...her, path: '/', trial: { status: 'over', planTitle, endDate } }),
    alreadyKnownMail(frame, { ...her, path: '/', trial: { status: 'pending', planTitle } }),
    erasureRequestedMail(frame, her),
    erasedMail(frame, her),
    signUpElsewhereMail(frame, { ...her, address: 'https://issuer.example/' }),
    emailChangeLinkMail(frame, { ...her, address: 'https://shop.example/email-change', asked: 'support' }),
    emailChangeLinkMail(frame, { ...her, address: 'https://shop.example/email-change', asked: 'person' }),
    emailChangeRequestedMail(frame, her, { asked: 'support', ...oldLinks }),
    emailChangeRequestedMail(frame, her, { asked: 'person', ...oldLinks }),
    addressTakenMail(frame, her),
    emailChangedMail(frame, her, undefined),
    emailChangedMail(frame, her, oldLinks.cancel),
    emailRestoredMail(frame, her, 'restored'),
    emailRestoredMail(frame, her, 'taken'),
    trialStartedMail(frame, { ...her, plan, endDate }),
    pendingApprovalMail(frame, { ...her, planTitle, requirements: ['businessEmail'] }),
    pendingApprovalMail(frame, { ...her, planTitle, requirements: [] }),
    trialRefusedMail(frame, { ...her, plan, refusal: { reason: 'running', endDate } }),
    trialRefusedMail(frame, { ...her, plan, refusal: { reason: 'over', endDate } }),
    trialRefusedMail(frame, { ...her, plan, refusal: { reason: 'had' } }),
    trialRefusedMail(frame, { ...her, plan, refusal: { reason: 'notApproved' } }),
    notAvailableMail(frame, { ...her, planTitle }),
    oldListsMail(frame, { ...her, lists: [{ name: 'OFAC Specially Designated Nationals', age: 4 }] }),
    paymentIssuesMail(frame, {
      ...her,
      notices: [
        { kind: 'payment-disputed', open: 2, fresh: 1, since: new Date(endDate) },
        { kind: 'page-refused', open: 1, fresh: 1, since: new Date(endDate) },
      ],
    }),
    endpointFailingMail(frame, { ...her, url: 'https://crm.example/hooks', state: 'failing' }),
    endpointFailingMail(frame, { ...her, url: 'https://crm.example/hooks', state: 'off' }),
    accountApprovedMail(frame, her),
    birthDateMail(frame, { ...her, address: 'https://shop.example/birth-date' }),
    accountRefusedMail(frame, her),
    ...trialReminders.map((reminder) => {
      const facts = {
        reminder,
        extendableTo: reminder === 'trial-ends-soon' ? new Date(endDate) : null,
        trial: plan,
        endDate: new Date(endDate),
        plans: [annual],
        stop: 'https://shop.example/stop',
      }
      return trialReminderMail(frame, { ...her, ...facts })
    }),
    ...aboutSubscriptions.map((kind) => subscriptionMail(frame, kind, paid)),
    ...failures.map((failure) => subscriptionMail(frame, 'payment-failed', { ...paid, failure })),
    ...failures.map((failure) => subscriptionMail(frame, 'subscription-ended', { ...paid, failure })),
    subscriptionMail(frame, 'receipt', { ...paid, invoice: paidInvoice, card: { brand: 'amex', lastDigits: '0005' } }),
    subscriptionMail(frame, 'receipt', { ...her, subscription: { ...subscription, startDate: null } }),
    renewalComingMail(frame, paid),
    ...changes.map((one) => subscriptionMail(frame, 'plan-changed', { ...paid, change: one })),
    subscriptionMail(frame, 'price-changed', { ...paid, change }),
    subscriptionMail(frame, 'receipt', { ...paid, invoice: paidInvoice, change }),
    renewalComingMail(frame, { ...paid, next: { amount: 141_372, currency: 'usd' } }),
    ...[purchaseProcessingMail, purchaseFailedMail].map((mailOf) => mailOf(frame, { ...her, plan, order: 'order-1' })),
    paymentRefundedMail(frame, { ...her, plan: planTitle, unused: true }),
    ...(['goes-on', 'ended'] as const).map((kind) =>
      paymentRefundedMail(frame, { ...refunded, ...her, access: { kind } }),
    ),
    paymentRefundedMail(frame, { ...refunded, ...her, access: { kind: 'until', endDate: new Date(endDate) } }),
    refundFailedMail(frame, { ...her, plan: planTitle, money: refunded.money }),
    cardExpiringMail(frame, { ...paid, lastDigits: '4242', lastDay: new Date('2026-11-30T00:00:00Z') }),
  ]
  return mails.map((mail) => mail ?? assert.fail('a mail was left out'))
}

/** The lines of a mail that somebody wrote: no address, nothing that is the operator's. */
const written = (text: string) =>
  text.split('\n').filter((line) => !['', '--', frame.legalName].includes(line) && !line.startsWith('https://'))

for (const language of languages) {
  test(`${language}: every mail says the same as text and as HTML, goes where it should, and raises its voice nowhere`, () => {
    for (const { to: recipient, subject, html, text } of everyMail(language)) {
      assert.equal(recipient, to)
      assert.doesNotMatch(subject + text, /!/)
      assert.ok(html.includes(`<html lang="${language}">`), subject)
      const seen = html
        .replace(/<head>[\s\S]*?<\/head>/, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
      for (const line of text.split('\n').filter((one) => one !== '' && one !== '--')) {
        const shown = seen.includes(line.replaceAll(/\s/g, ' ').replace(/^(.*):$/, '$1'))
        assert.ok(shown || html.includes(`href="${line}"`), `${subject}: ${line}`)
      }
    }
  })
}

test('there is every mail in every language: no line of it stands there in English, be it a date or a price', () => {
  const identitys: MailKind[] = ['activation', 'reset', 'password-changed', 'second-factor-changed']
  const english = everyMail('en')
  assert.deepEqual(
    new Set(english.map(({ kind }) => kind)),
    new Set(mailKinds.filter((kind) => !identitys.includes(kind))),
    'a kind of mail is not looked at here',
  )
  const lines = new Set(english.flatMap(({ subject, text }) => [subject, ...written(text)]))
  for (const language of languages.filter((one) => one !== 'en')) {
    for (const { kind, subject, text } of everyMail(language)) {
      assert.ok(!lines.has(subject), `${kind}: ${subject}`)
      assert.deepEqual(
        written(text).filter((line) => lines.has(line)),
        [],
        kind,
      )
      assert.doesNotMatch(subject + text, /December|US\$/, kind)
    }
  }
})

test('a change of plan says that the plan ends only where it does not renew', () => {
  const paused = { ...change, next: null }
  const text = (renewal: Subscription['renewal']) =>
    subscriptionMail(frame, 'plan-changed', { ...ann, subscription: { ...subscription, renewal }, change: paused })
      ?.text ?? ''
  assert.match(text('stopped'), /ends on 20 December 2026\./)
  assert.doesNotMatch(text('on'), /ends on|next charge/)
})

test('a change of price names both prices and their intervals', () => {
  const month = { type: 'subscription', recurringInterval: 'month', recurringIntervalCount: 1 } as const
  const from = { ...annual, ...month, priceMinor: 9900 }
  const dearer = { ...from, priceMinor: 16_900 }
  const text = (plan: Omit<typeof from, 'recurringIntervalCount'> & { recurringIntervalCount: number }) =>
    subscriptionMail(frame, 'price-changed', {
      ...ann,
      subscription: { ...subscription, plan },
      change: { ...change, from },
    })?.text ?? ''
  assert.match(text(dearer), /changed from US\$99\.00 to US\$169\.00 a month on 20 December 2026\./)
  assert.match(
    text({ ...dearer, recurringIntervalCount: 3 }),
    /from US\$99\.00 a month to US\$169\.00 every 3 months on/,
  )
})

test('mails state only what their reader finds: no amount on a page without one, no debit of a card', () => {
  const coming = renewalComingMail(frame, { ...ann, subscription })?.text ?? ''
  assert.doesNotMatch(coming, /shows the amount/)
  const unpaid = purchaseFailedMail(frame, { ...ann, plan, order: 'order-1' }).text
  assert.doesNotMatch(unpaid, /Your bank did not pay/)
  assert.match(unpaid, /The payment for “Parallax Analytics trial” did not go through/)
})

test('German mails write days, months and money as Germans do', () => {
  const german = new Map(everyMail('de').map((mail) => [mail.kind, mail]))
  const text = (kind: MailKind) => german.get(kind)?.text.replaceAll(/[\u00a0\u202f]/g, ' ') ?? assert.fail(kind)
  assert.match(text('trial-started'), /läuft bis einschließlich 20\. Dezember 2026/)
  assert.match(text('renewal-coming'), /werden insgesamt 1\.413,72 \$ abgebucht/)
  assert.match(text('trial-reminder'), /Parallax Analytics: 1\.188,00 \$ pro Jahr, zuzüglich Steuern/)
  assert.match(text('card-expiring'), /läuft Ende November 2026 ab/)
  assert.match(text('receipt'), /Fragen\? Schreiben Sie an support@shop\.example/)
})

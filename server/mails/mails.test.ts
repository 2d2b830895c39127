import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { MailFrame } from './layout/layout.ts'
import { mailKinds, type Mail, type MailKind } from '../../domain/mail.ts'
import type { Plan } from '../../domain/catalogue/plan.ts'
import type { FailureNotice, SubscriptionMail } from '../../domain/subscription/commands.ts'
import type { PlanTerms, Renewal } from '../../domain/subscription/subscription.ts'
import type { ApprovalRequirement } from '../../domain/screening/approval.ts'
import { languages, type Language } from '../../domain/language.ts'
import { annual as sold, given } from '../../test/support/subscriptions/given-subscription.ts'
import { accountApprovedMail, accountRefusedMail } from './accounts/review.ts'
import { alreadyKnownMail, pendingApprovalMail } from './accounts/registration.ts'
import { purchaseFailedMail } from './subscriptions/purchase-mails.ts'
import { renewalComingMail } from './subscriptions/charge-reminders.ts'
import { subscriptionMail } from './subscriptions/subscription-mails.ts'
import { everySample } from './samples/mail-samples.ts'
import { trialRefusedMail, trialStartedMail } from './subscriptions/trials.ts'

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

test('already registered: states that an account exists and the status of the trial, and links to the sign-in', () => {
  const mail = (trial: Parameters<typeof alreadyKnownMail>[1]['trial']) =>
    alreadyKnownMail(frame, { ...ann, path: '/try/analytics-trial', trial })
  assert.equal(mail(null).subject, 'You already have an account')
  assert.match(
    mail(null).text,
    /Sign in:\nhttps:\/\/shop\.example\/api\/v1\/login\?redirect_url=%2Ftry%2Fanalytics-trial\n/,
  )
  assert.match(mail(null).text, /forgotten your password/)
  const title = plan.title
  assert.match(
    mail({ status: 'running', planTitle: title, endDate: new Date(endDate) }).text,
    /trial” runs until 20 December 2026\./,
  )
  assert.match(
    mail({ status: 'over', planTitle: title, endDate: new Date(endDate) }).text,
    /trial” ended on 20 December 2026\./,
  )
  assert.match(
    mail({ status: 'waiting', planTitle: title }).text,
    /trial” starts as soon as your account is approved\./,
  )
  assert.match(
    mail({ status: 'on-hold', planTitle: title }).text,
    /trial” is on hold\. It continues as soon as your account is approved\./,
  )
})

test('trial started: names the plan and its last day and leads to the confirmation page', () => {
  const mail = trialStartedMail(frame, { ...ann, plan, endDate: new Date(endDate) })
  assert.equal(mail.subject, 'Your trial has started: Parallax Analytics trial')
  assert.match(mail.text, /until 20 December 2026/)
  assert.match(mail.text, /https:\/\/shop\.example\/plans\/analytics-trial\/confirmation\n/)
})

test('pending approval: states what is required if that is the reason, and how to request an exception', () => {
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

test('account decided: approved people get the next step, refused people the support address', () => {
  assert.match(accountApprovedMail(frame, ann).text, /approved[\s\S]*https:\/\/shop\.example\/account\n/)
  assert.match(accountRefusedMail(frame, ann).text, /cannot approve it[\s\S]*write to support@shop\.example/)
})

const paid: PlanTerms = { ...sold, title: 'Parallax Analytics', conditions: '' }
const annual: Plan = { ...paid, description: '', requiresAffirmation: false }
const subscription = given('active', paid)
const change = {
  from: { ...subscription.plan, title: 'Parallax Monthly' },
  at: new Date(endDate),
  byAdministrator: true,
  invoice: null,
  next: { at: new Date(endDate), amount: 14_900, discount: null, credit: null, currency: 'usd' },
}
const trialPlan: Plan = {
  ...annual,
  ...plan,
  type: 'trial',
  recurringInterval: null,
  recurringIntervalCount: null,
  durationInDays: 30,
}

/** Returns every email of the shop in one language, in each of its versions. */
const everyMail = (language: Language): Mail[] =>
  everySample({
    frame,
    recipient: { to, language },
    trial: trialPlan,
    paid: [annual, { ...annual, name: 'analytics-monthly', title: 'Parallax Monthly' }],
    identityAddress: 'https://issuer.example/',
    now: new Date('2026-11-20T00:00:00Z'),
  })

/** Returns the lines of an email without addresses, separator and the vendor's legal name. */
const written = (text: string) =>
  text.split('\n').filter((line) => !['', '--', frame.legalName].includes(line) && !line.startsWith('https://'))

for (const language of languages) {
  test(`${language}: every email has the same content as text and HTML, valid links, and no exclamation mark`, () => {
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

test('every email exists in every language, without an English line, date or price', () => {
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
      assert.doesNotMatch(subject + text, /December|US\$\d/, kind)
    }
  }
})

test('a change of plan states that the plan ends only if it does not renew', () => {
  const paused = { ...change, next: null }
  const text = (renewal: Renewal) =>
    subscriptionMail(frame, 'plan-changed', { ...ann, subscription: { ...subscription, renewal }, change: paused })
      ?.text ?? ''
  assert.match(text('stopped'), /ends on 20 December 2026\./)
  assert.doesNotMatch(text('on'), /ends on|next charge/)
})

test('a stop of renewal during a hold promises no access until a date', () => {
  const text = (onHoldSince: Date | null) =>
    subscriptionMail(frame, 'renewal-stopped', {
      ...ann,
      subscription: { ...subscription, onHoldSince },
      resumable: true,
    })?.text ?? ''
  assert.match(text(null), /remains active until 20 December 2026/)
  const held = text(new Date('2026-12-01T00:00:00Z'))
  assert.match(held, /stays on hold until the review of your account is complete\. The subscription will not renew\./)
  assert.doesNotMatch(held, /remains active|20 December|buy it again/)
})

test('a resumed renewal during a hold promises no day', () => {
  const text = (onHoldSince: Date | null, deniedCountry = false) =>
    subscriptionMail(frame, 'renewal-resumed', {
      ...ann,
      subscription: { ...subscription, onHoldSince },
      deniedCountry,
    })?.text ?? ''
  assert.match(text(null), /renews on 20 December 2026\./)
  const since = new Date('2026-12-01T00:00:00Z')
  assert.match(text(since), /stays on hold until the review of your account is complete/)
  assert.match(text(since, true), /not available in the country you entered/)
  for (const held of [text(since), text(since, true)]) assert.doesNotMatch(held, /20 December|until then/)
})

test('the announcement of a renewal states for how long it is charged', () => {
  const text = (
    recurringInterval: 'month' | 'year',
    recurringIntervalCount: number,
    next?: { amount: number; currency: string },
    otherPlan?: string | null,
  ) =>
    renewalComingMail(frame, {
      ...ann,
      subscription: {
        ...subscription,
        plan: { ...annual, type: 'subscription', recurringInterval, recurringIntervalCount },
      },
      ...(next && { next }),
      otherPlan,
    })?.text ?? ''
  assert.match(text('year', 1), /charge you for another year of/)
  assert.match(text('year', 3), /charge you for another 3 years of/)
  assert.match(text('month', 18, { amount: 9900, currency: 'usd' }), /US\$99\.00 in total for another 18 months of/)
  const cheaper = text('year', 1, { amount: 9900, currency: 'usd' }, 'Monthly')
  assert.match(cheaper, /changes to “Monthly” on that day\..+We will charge you US\$99\.00 in total\./s)
  assert.doesNotMatch(cheaper + text('year', 1, undefined, null), /another year/)
})

test('the email about a stop that the provider refused does not say that its reader stopped the renewal: it may have been support', () => {
  const { text } = subscriptionMail(frame, 'renewal-not-stopped', { ...ann, subscription }) ?? assert.fail('no email')
  assert.match(text, /We tried to stop the renewal of “.+”, but our payment provider refused the change/)
})

test('a failed renewal states the next attempt, also after access has ended, or asks for the bank’s approval', () => {
  const failure = { retryAt: null, actionRequired: false, payUrl: 'https://provider.example/in_1' }
  const mail = (more: Partial<FailureNotice>, kind: SubscriptionMail = 'payment-failed') =>
    subscriptionMail(frame, kind, { ...ann, subscription, failure: { ...failure, ...more } }) ?? assert.fail(kind)
  const soon = mail({ retryAt: new Date('2026-12-18T00:00:00Z') }).text
  assert.match(soon, /access continues until 20 December 2026.*charge you again on 18 December 2026\./s)
  const late = mail({ retryAt: new Date('2026-12-21T00:00:00Z') }).text
  assert.match(late, /again on 21 December 2026, after your access has ended\. A payment restores/)
  const last = mail({}).text
  assert.match(last, /We will not retry automatically\. To keep your access, pay the open invoice\./)
  const bank = mail({ actionRequired: true })
  assert.match(bank.subject, /Confirm your payment/)
  assert.match(bank.text, /Your bank needs your approval.*https:\/\/provider\.example\/in_1/s)
  assert.doesNotMatch(bank.text, /could not charge|not retry/)

  const ended = mail({ retryAt: new Date('2027-01-04T00:00:00Z') }, 'subscription-ended').text
  assert.match(ended, /We will try to charge you again on 4 January 2027\. A payment restores your access\./)
  assert.match(mail({}, 'subscription-ended').text, /You can still pay the open invoice/)
  const facts = { ...ann, subscription, failure: 'unknown' } as const
  const unread = subscriptionMail(frame, 'subscription-ended', facts)?.text ?? ''
  assert.match(
    unread,
    /could not confirm with our payment provider whether it was renewed\. If a payment arrives, your access/,
  )
  for (const text of [ended, mail({}, 'subscription-ended').text, unread])
    assert.doesNotMatch(text, /You will not be charged again/)
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

test('emails state only what applies: no amount on a page without one, no card for a bank debit', () => {
  const coming = renewalComingMail(frame, { ...ann, subscription })?.text ?? ''
  assert.doesNotMatch(coming, /shows the amount/)
  const unpaid = purchaseFailedMail(frame, { ...ann, plan, order: 'order-1' }).text
  assert.doesNotMatch(unpaid, /Your bank did not pay/)
  assert.match(unpaid, /The payment for “Parallax Analytics trial” did not go through/)
})

test('German emails write days, months and money in German format', () => {
  const german = new Map(
    everyMail('de')
      .toReversed()
      .map((mail) => [mail.kind, mail]),
  )
  const text = (kind: MailKind) => german.get(kind)?.text.replaceAll(/[\u00a0\u202f]/g, ' ') ?? assert.fail(kind)
  assert.match(text('trial-started'), /läuft bis einschließlich 20\. Dezember 2026/)
  assert.match(text('renewal-coming'), /werden insgesamt 1\.188,00 US\$ abgebucht/)
  assert.match(text('trial-reminder'), /Parallax Analytics: 1\.188,00 US\$ pro Jahr, zuzüglich Steuern/)
  assert.match(text('card-expiring'), /läuft Ende November 2026 ab/)
  assert.match(text('receipt'), /Fragen\? Schreiben Sie an support@shop\.example/)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailFrame } from '../../core/mail-layout.ts'
import type { Mail } from '../../core/mail.ts'
import { accountApprovedMail, accountRefusedMail } from './account-decided.ts'
import { alreadyKnownMail } from './already-known.ts'
import { notAvailableMail } from './not-available.ts'
import { pendingApprovalMail } from './pending-approval.ts'
import { trialRefusedMail } from './trial-refused.ts'
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
const plan = { name: 'analytics-trial', title: 'Parallax Analytics trial' }
const endDate = '2026-12-20T00:00:00.000Z'

test('already known: says that an account exists, how the trial stands, and leads to the sign-in', () => {
  const mail = (trial: Parameters<typeof alreadyKnownMail>[1]['trial']) =>
    alreadyKnownMail(frame, { to, path: '/try/analytics-trial', trial })
  assert.equal(mail(null).subject, 'You already have an account')
  assert.match(
    mail(null).text,
    /Sign in:\nhttps:\/\/shop\.example\/api\/v1\/login\?redirect_url=%2Ftry%2Fanalytics-trial\n/,
  )
  assert.match(mail(null).text, /forgotten your password/)
  const title = plan.title
  assert.match(mail({ status: 'running', planTitle: title, endDate }).text, /trial is running until 20 December 2026\./)
  assert.match(mail({ status: 'over', planTitle: title, endDate }).text, /trial ended on 20 December 2026\./)
  assert.match(mail({ status: 'pending', planTitle: title }).text, /as soon as your account is approved/)
})

test('trial started: names the plan and its last day and leads to the confirmation page', () => {
  const mail = trialStartedMail(frame, { to, plan, endDate: new Date(endDate) })
  assert.equal(mail.subject, 'Your Parallax Analytics trial has started')
  assert.match(mail.text, /until 20 December 2026/)
  assert.match(mail.text, /https:\/\/shop\.example\/plans\/analytics-trial\/confirmation\n/)
})

test('pending approval: says what is required and how to ask for an exception', () => {
  const mail = pendingApprovalMail(frame, { to, planTitle: plan.title })
  assert.match(mail.text, /business email address/)
  assert.match(mail.text, /ask for an exception: write to support@shop\.example/)
})

test('trial refused: each reason has its own subject', () => {
  const subject = (refusal: Parameters<typeof trialRefusedMail>[1]['refusal']) =>
    trialRefusedMail(frame, { to, plan, refusal }).subject
  assert.equal(subject({ reason: 'running', endDate }), 'You already have a trial')
  assert.equal(subject({ reason: 'over', endDate }), 'Your trial has expired')
  assert.equal(subject({ reason: 'had' }), 'Your trial has expired')
  assert.equal(subject({ reason: 'notApproved' }), 'Your trial was not started')
})

test('account decided: the approved are led on, the refused are told whom to ask', () => {
  assert.match(accountApprovedMail(frame, { to }).text, /approved[\s\S]*https:\/\/shop\.example\/account\n/)
  assert.match(accountRefusedMail(frame, { to }).text, /cannot approve it[\s\S]*write to support@shop\.example/)
})

test('every mail says the same as text and as HTML, goes where it should, and raises its voice nowhere', () => {
  const mails: Mail[] = [
    alreadyKnownMail(frame, { to, path: '/', trial: { status: 'running', planTitle: plan.title, endDate } }),
    trialStartedMail(frame, { to, plan, endDate }),
    pendingApprovalMail(frame, { to, planTitle: plan.title }),
    trialRefusedMail(frame, { to, plan, refusal: { reason: 'over', endDate } }),
    trialRefusedMail(frame, { to, plan, refusal: { reason: 'notApproved' } }),
    notAvailableMail(frame, { to, planTitle: plan.title }),
    accountApprovedMail(frame, { to }),
    accountRefusedMail(frame, { to }),
  ]
  for (const { to: recipient, subject, html, text } of mails) {
    assert.equal(recipient, to)
    assert.doesNotMatch(subject + text, /!/)
    const seen = html
      .replace(/<head>[\s\S]*?<\/head>/, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
    for (const line of text.split('\n').filter((one) => one !== '' && one !== '--')) {
      assert.ok(seen.includes(line.replace(/^(.*):$/, '$1')), `${subject}: ${line}`)
    }
  }
})

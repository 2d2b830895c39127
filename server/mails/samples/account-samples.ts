import { addDays } from '../../../domain/calendar.ts'
import type { Mail } from '../../../domain/mail.ts'
import { trialReminders } from '../../../domain/trial-reminders.ts'
import { accountApprovedMail, accountRefusedMail, birthDateMail, onHoldMail } from '../accounts/review.ts'
import {
  alreadyKnownMail,
  notAvailableMail,
  pendingApprovalMail,
  signUpElsewhereMail,
} from '../accounts/registration.ts'
import { deviceAddedMail, deviceSignedOutMail } from '../accounts/devices.ts'
import {
  addressTakenMail,
  emailChangedMail,
  emailChangeLinkMail,
  emailChangeRequestedMail,
  emailRestoredMail,
} from '../accounts/email-change.ts'
import { erasedMail, erasureRequestedMail } from '../accounts/erasure.ts'
import { trialRefusedMail, trialStartedMail } from '../subscriptions/trials.ts'
import { trialReminderMail } from '../subscriptions/trial-reminder.ts'
import type { SampleParts } from './sample-facts.ts'

/** The emails about an account and its review, in each version. */
export function accountSamples({ frame, recipient, trial, identityAddress, now }: SampleParts): Mail[] {
  const planTitle = trial.title
  const endDate = addDays(now, 30)
  const link = (path: string) => `${frame.publicUrl}/${path}`
  const oldLinks = { cancel: link('email-change/cancel/sample'), agree: link('email-change/agree/sample') }
  const device = { product: trial.title, name: 'LAB-4', system: 'Windows 11' }
  return [
    signUpElsewhereMail(frame, { ...recipient, address: identityAddress }),
    alreadyKnownMail(frame, { ...recipient, path: '/', trial: null }),
    alreadyKnownMail(frame, { ...recipient, path: '/', trial: { status: 'running', planTitle, endDate } }),
    alreadyKnownMail(frame, { ...recipient, path: '/', trial: { status: 'over', planTitle, endDate } }),
    alreadyKnownMail(frame, { ...recipient, path: '/', trial: { status: 'waiting', planTitle } }),
    alreadyKnownMail(frame, { ...recipient, path: '/', trial: { status: 'on-hold', planTitle } }),
    notAvailableMail(frame, { ...recipient, planTitle }),
    pendingApprovalMail(frame, { ...recipient, planTitle, requirements: ['businessEmail'] }),
    pendingApprovalMail(frame, { ...recipient, planTitle, requirements: [] }),
    accountApprovedMail(frame, recipient),
    accountRefusedMail(frame, recipient),
    onHoldMail(frame, recipient, false),
    onHoldMail(frame, recipient, true),
    birthDateMail(frame, { ...recipient, address: link('birth-date') }),
    emailChangeLinkMail(frame, { ...recipient, address: link('email-change'), asked: 'person' }),
    emailChangeLinkMail(frame, { ...recipient, address: link('email-change'), asked: 'support' }),
    emailChangeRequestedMail(frame, recipient, { asked: 'person', ...oldLinks }),
    emailChangeRequestedMail(frame, recipient, { asked: 'support', ...oldLinks }),
    addressTakenMail(frame, recipient),
    emailChangedMail(frame, recipient, undefined),
    emailChangedMail(frame, recipient, oldLinks.cancel),
    emailRestoredMail(frame, recipient, 'restored'),
    emailRestoredMail(frame, recipient, 'taken'),
    deviceAddedMail(frame, recipient, {
      ...device,
      network: '192.0.2.1',
      at: now,
      endAddress: link('device/end/sample'),
    }),
    deviceSignedOutMail(frame, recipient, device),
    erasureRequestedMail(frame, recipient),
    erasedMail(frame, recipient),
  ]
}

/** The emails about a trial, in each version. */
export function trialSamples({ frame, recipient, trial, paid, now }: SampleParts): Mail[] {
  const endDate = addDays(now, 30)
  const ends = endDate.toISOString()
  return [
    trialStartedMail(frame, { ...recipient, plan: trial, endDate }),
    trialRefusedMail(frame, { ...recipient, plan: trial, refusal: { reason: 'running', endDate: ends } }),
    trialRefusedMail(frame, { ...recipient, plan: trial, refusal: { reason: 'over', endDate: ends } }),
    trialRefusedMail(frame, { ...recipient, plan: trial, refusal: { reason: 'had' } }),
    trialRefusedMail(frame, { ...recipient, plan: trial, refusal: { reason: 'notApproved' } }),
    ...trialReminders.map((reminder) =>
      trialReminderMail(frame, {
        ...recipient,
        reminder,
        trial,
        endDate,
        plans: paid.slice(0, 1),
        extendableTo: reminder === 'trial-ends-soon' ? addDays(endDate, 14) : null,
        stop: `${frame.publicUrl}/reminders/stop`,
      }),
    ),
  ]
}

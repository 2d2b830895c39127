import type { Mail, Recipient } from '../../../domain/mail.ts'
import { firstTrial, paidPlans, planIn } from '../../catalogue.ts'
import type { AppContext } from '../../context.ts'
import { everySample, withIds, type MailSample } from '../../mails/samples/mail-samples.ts'

/** Samples of every email that this server sends, about the plans of its catalogue. `identityMails`: those of the built-in identity provider. */
export function sampleMails(
  context: Pick<AppContext, 'catalogue' | 'idp' | 'mailFrame' | 'now'>,
  identityMails: (recipient: Recipient) => Mail[],
  recipient: Recipient,
): MailSample[] {
  const { catalogue, idp, mailFrame } = context
  const { language } = recipient
  const own = everySample({
    frame: mailFrame,
    recipient,
    trial: planIn(catalogue, firstTrial(catalogue), language),
    paid: paidPlans(catalogue).map((plan) => planIn(catalogue, plan, language)),
    identityAddress: idp.issuer,
    now: context.now(),
  })
  // The built-in provider sends an activation where another issuer's accounts get an invitation.
  const sent = own.filter(({ kind }) => kind !== 'sign-up' || idp.externalHost !== null)
  return withIds([...identityMails(recipient), ...sent])
}

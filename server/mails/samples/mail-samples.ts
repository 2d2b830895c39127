import { mailKinds, type Mail } from '../../../domain/mail.ts'
import { endpointFailingMail, oldListsMail, paymentIssuesMail } from '../administrators.ts'
import { accountSamples, trialSamples } from './account-samples.ts'
import type { SampleParts } from './sample-facts.ts'
import { subscriptionSamples } from './subscription-samples.ts'

/** A sample with a unique id: its kind and the version of the kind, such as `receipt-2`. */
export type MailSample = { id: string; mail: Mail }

/** Returns every email that the server itself sends, in each version, with fictional content. */
export function everySample(parts: SampleParts): Mail[] {
  return [
    ...accountSamples(parts),
    ...trialSamples(parts),
    ...subscriptionSamples(parts),
    ...administratorSamples(parts),
  ]
}

/** Adds ids, in the order of the kinds. */
export function withIds(mails: readonly Mail[]): MailSample[] {
  return mailKinds.flatMap((kind) =>
    mails.filter((mail) => mail.kind === kind).map((mail, index) => ({ id: `${kind}-${index + 1}`, mail })),
  )
}

function administratorSamples({ frame, recipient, now: since }: SampleParts): Mail[] {
  const url = 'https://crm.example/hooks'
  return [
    oldListsMail(frame, { ...recipient, lists: [{ name: 'OFAC Specially Designated Nationals', age: 4 }] }),
    paymentIssuesMail(frame, {
      ...recipient,
      notices: [
        { kind: 'payment-disputed', open: 2, fresh: 1, since },
        { kind: 'page-refused', open: 1, fresh: 1, since },
      ],
    }),
    endpointFailingMail(frame, { ...recipient, url, state: 'failing' }),
    endpointFailingMail(frame, { ...recipient, url, state: 'off' }),
  ]
}

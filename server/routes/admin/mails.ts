import type { Output } from '../../../contract/contract.ts'
import { mailFaults, mailKinds } from '../../../domain/mail.ts'
import { retryMail, sendMailAgain } from '../../actions/mails/send-again.ts'
import type { Handlers } from '../../http/calls/contract-routes.ts'
import { paginateByTime } from '../../http/calls/pagination.ts'
import type { AppContext } from '../../context.ts'
import { undeliveredMails, type UndeliveredMail } from '../../store/jobs/undelivered-mails.ts'
import { administratorOf } from '../caller.ts'

/** Handles the calls about emails that could not be sent, and a retry of one that was given up. */
export function mailHandlers(context: AppContext) {
  return {
    async 'GET /api/v1/mails/undelivered'({ query }, call) {
      const found = await paginateByTime(
        query,
        call,
        'mails',
        (before, limit) => undeliveredMails(context.db, query.state ?? null, before, limit),
        (mail) => ({ at: mail.created_at, id: mail.id }),
      )
      return found.map((mail) => viewMail(mail, context.now()))
    },

    async 'POST /api/v1/mails/send-again/{id}'({ path }, call) {
      await sendMailAgain(context, path.id, administratorOf(call))
    },

    async 'POST /api/v1/mails/retry/{id}'({ path }, call) {
      await retryMail(context, path.id, administratorOf(call))
    },
  } satisfies Partial<Handlers>
}

type UndeliveredView = Output<'GET /api/v1/mails/undelivered'>[number]

function viewMail(mail: UndeliveredMail, now: Date): UndeliveredView {
  const givenUp = mail.given_up_at !== null
  return {
    id: mail.id,
    to: mail.to,
    kind: mailKinds.find((kind) => kind === mail.kind) ?? 'other',
    subject: mail.subject,
    subscriberId: mail.subscriber_id,
    created: mail.created_at.toISOString(),
    attempts: mail.attempts,
    lastTried: mail.tried_at?.toISOString() ?? null,
    state: givenUp ? 'given-up' : 'waiting',
    nextTry: !givenUp && mail.run_at > now ? mail.run_at.toISOString() : null,
    fault: mailFaults.find((fault) => fault === mail.last_error) ?? 'other',
    answer: mail.answer,
  }
}

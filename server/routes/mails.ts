import type { Output } from '../../core/contract.ts'
import { refuse } from '../../core/errors.ts'
import { mailFaults, mailKinds } from '../../core/mail.ts'
import { retryMail } from '../actions/retry-mail.ts'
import type { Handlers } from '../http/contract-routes.ts'
import { wordsFor } from '../http/language.ts'
import type { Shop } from '../shop.ts'
import { undeliveredMails, type UndeliveredMail } from '../store/undelivered-mails.ts'
import { readCursor } from './desk-acts.ts'
import { readLimit } from './desk-query.ts'
import { administratorOf } from './session.ts'
import { isId } from './subscriptions.ts'

type Rows = 'GET /api/v1/mails/undelivered' | 'POST /api/v1/mails/retry/{id}'

/** The mails that could not be sent, as administrators see them, and one more try of one that was given up. */
export function mailHandlers(shop: Shop): Handlers<Rows> {
  return {
    async 'GET /api/v1/mails/undelivered'({ query }, { request, reply }) {
      const say = wordsFor(request).fields
      const { state = null } = query
      const limit = readLimit(query.limit, say)
      const found = await undeliveredMails(shop.db, state, readCursor(query.cursor, say), limit + 1)
      const last = found.length > limit ? found[limit - 1] : undefined
      if (last) {
        const next = new URLSearchParams({
          ...(state === null ? {} : { state }),
          limit: String(limit),
          cursor: `${last.created_at.getTime()}.${last.id}`,
        })
        void reply.header('link', `</api/v1/mails/undelivered?${next.toString()}>; rel="next"`)
      }
      return found.slice(0, limit).map((mail) => viewMail(mail, shop.now()))
    },

    async 'POST /api/v1/mails/retry/{id}'({ path }, call) {
      const administrator = administratorOf(call)
      if (!isId(path.id)) refuse('NOT_FOUND')
      await retryMail(shop, path.id, administrator)
    },
  }
}

type Shown = Output<'GET /api/v1/mails/undelivered'>[number]

function viewMail(mail: UndeliveredMail, now: Date): Shown {
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

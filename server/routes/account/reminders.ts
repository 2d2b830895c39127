import type { FastifyInstance, FastifyReply } from 'fastify'
import { noticePage, type Notice } from '../../../platform/page-kit.ts'
import type { PageShell } from '../../../platform/page.ts'
import type { Language } from '../../../domain/language.ts'
import { wordsFor } from '../../http/language.ts'
import { sendPlainPage } from '../../http/plain-page.ts'
import type { AppContext } from '../../context.ts'
import { removeReminders } from '../../store/jobs/undelivered-mails.ts'
import { updateSubscriber } from '../../store/subscribers/subscribers.ts'

/**
 * Serves a reminder's unsubscribe link. The signed address is enough, also for a mail program that posts to it
 * automatically (RFC 8058); opening the page changes nothing.
 */
export async function addReminderRoutes(
  app: FastifyInstance,
  { context, shell }: { context: AppContext; shell: (language: Language) => PageShell },
): Promise<void> {
  const path = '/reminders/stop/:token'
  const send = (reply: FastifyReply, notice: Notice) => sendPlainPage(reply, shell, noticePage(notice))

  app.get<{ Params: { token: string } }>(path, (request, reply) => {
    const { token } = request.params
    const t = wordsFor(request).reminders
    const isKnown = context.unsubscribeLinks.subscriberOf(token) !== null
    return send(reply, isKnown ? t.ask : { status: 404, ...t.unknown })
  })
  await app.register(async (scope) => {
    // Mail programs also send this type. All information is in the address.
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}))
    scope.post<{ Params: { token: string } }>(path, async (request, reply) => {
      const t = wordsFor(request).reminders
      const id = context.unsubscribeLinks.subscriberOf(request.params.token)
      if (id === null) return send(reply, { status: 404, ...t.unknown })
      await context.requireRoom('reminderStopPerPerson', id)
      // For a person who was erased meanwhile nothing changes, which is not disclosed.
      await context.db.transaction().execute(async (db) => {
        await updateSubscriber(db, id, { reminders_stopped_at: context.now() })
        await removeReminders(db, id)
      })
      return send(reply, t.done)
    })
  })
}

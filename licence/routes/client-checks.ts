import type { FastifyInstance } from 'fastify'
import type { LicenceContext, PagePorts } from '../context.ts'
import { hasRoom } from '../rate-limit.ts'
import { deviceText } from '../rules/device-text.ts'
import { dayMs } from '../../domain/calendar.ts'

/** How long, in ms, the page can read an answer. */
const answerLifetime = 120_000
/** How long, in ms, an answered check is stored, so that another answer is refused. */
const remembered = dayMs

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/**
 * The check of the welcome page. The page creates an id and passes it to the program in a link; the program posts it
 * once, which shows that it is installed; then the page reads the answer. Without the id no one can answer or read it.
 */
export function addClientChecks(
  app: FastifyInstance,
  context: LicenceContext,
  { addressOf, refuse }: Pick<PagePorts, 'addressOf' | 'refuse'>,
): void {
  const { db, now } = context
  const path = '/api/v1/client-checks/:id'

  app.post<{ Params: { id: string } }>(path, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const { id } = request.params
    if (!isUuid(id)) return refuse('NOT_FOUND')
    if (!(await hasRoom(context, reply, 'clientCheckPerAddress', addressOf(request))))
      return refuse('TOO_MANY_REQUESTS')
    const { numInsertedOrUpdatedRows: added } = await db
      .insertInto('client_checks')
      .values({ id, version: versionIn(request.body), answered_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (added === 0n) return refuse('CHECK_ANSWERED')
    return reply.code(204).send()
  })

  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    const { id } = request.params
    if (!isUuid(id)) return refuse('NOT_FOUND')
    const found = await db
      .selectFrom('client_checks')
      .select('version')
      .where('id', '=', id)
      .where('answered_at', '>', new Date(now().getTime() - answerLifetime))
      .executeTakeFirst()
    if (!found) return { state: 'waiting' }
    return { state: 'answered', ...(found.version === '' ? {} : { version: found.version }) }
  })
}

export async function removeOldChecks({ db }: Pick<LicenceContext, 'db'>, now: Date): Promise<void> {
  await db
    .deleteFrom('client_checks')
    .where('answered_at', '<', new Date(now.getTime() - remembered))
    .execute()
}

/** Returns the member `version` of a form or JSON body; empty if there is none. */
function versionIn(body: unknown): string {
  const given = body instanceof URLSearchParams ? body.get('version') : (body as { version?: unknown } | null)?.version
  return deviceText(typeof given === 'string' ? given : undefined, 32)
}

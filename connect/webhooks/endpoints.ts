import { randomBytes, randomUUID } from 'node:crypto'
import { webhookLimits } from '../../domain/limits.ts'
import { testMessage, type MessageType } from '../../domain/messages/message-types.ts'
import type { EndpointSecret, NewEndpoint } from '../../domain/messages/webhook.ts'
import type { ConnectContext } from '../context.ts'
import type { ConnectTrx, EndpointRow } from '../database/tables.ts'
import { sampleOf } from '../rules/sample.ts'
import { secretText } from '../rules/signature.ts'
import { queueOne, sendWaiting } from '../store/deliveries.ts'
import { addEndpoint, allEndpoints, changeEndpoint, countForAddition } from '../store/endpoints.ts'

const about = (id: string) => `webhook secret ${id}`
const newId = () => `we_${randomBytes(12).toString('hex')}`
const newSecret = () => secretText(randomBytes(32))

/** `full`: the maximum number of endpoints exists. The caller has checked the address. */
export async function createEndpoint(
  db: ConnectTrx,
  { sealing, now }: ConnectContext,
  { url, types, description, ownerId }: NewEndpoint,
): Promise<EndpointSecret | 'full'> {
  if ((await countForAddition(db)) >= webhookLimits.endpoints) return 'full'
  const [id, secret] = [newId(), newSecret()]
  await addEndpoint(db, {
    id,
    url,
    description,
    types: [...types],
    secret: sealing.seal(about(id), secret),
    old_secret: null,
    old_until: null,
    state: 'on',
    failing_since: null,
    off_reason: null,
    off_since: null,
    last_success_at: null,
    paced_until: null,
    created_by: ownerId,
    created_at: now(),
  })
  return { id, secret }
}

/** A replaced secret, and until when it also signs. */
type OldSecret = { secret: string; until: string }

/**
 * Gives an endpoint a new secret. Each earlier secret also signs for a day after its replacement, so that the receiver has time
 * to change, even if a new secret is lost and replaced immediately. If there are too many, the oldest are dropped.
 */
export async function rotateSecret(
  db: ConnectTrx,
  context: ConnectContext,
  endpoint: EndpointRow,
): Promise<EndpointSecret> {
  const { sealing, now } = context
  const { id } = endpoint
  const secret = newSecret()
  const until = new Date(now().getTime() + webhookLimits.oldSecret)
  const present = sealing.open(about(id), endpoint.secret)
  const old: OldSecret[] = [
    ...(present === undefined ? [] : [{ secret: present, until: until.toISOString() }]),
    ...oldSecretsOf(context, endpoint, now()),
  ].slice(0, webhookLimits.oldSecrets)
  await changeEndpoint(db, id, {
    secret: sealing.seal(about(id), secret),
    old_secret: sealing.seal(about(id), JSON.stringify(old)),
    old_until: until,
  })
  return { id, secret }
}

/** Returns the secrets that sign now, newest first; none if the operator's secrets cannot decrypt them. */
export function secretsOf(context: ConnectContext, endpoint: EndpointRow, now: Date): string[] {
  const present = context.sealing.open(about(endpoint.id), endpoint.secret)
  return [...(present === undefined ? [] : [present]), ...oldSecretsOf(context, endpoint, now).map((old) => old.secret)]
}

function oldSecretsOf({ sealing }: ConnectContext, { id, old_secret: sealed }: EndpointRow, now: Date): OldSecret[] {
  const text = sealed === null ? undefined : sealing.open(about(id), sealed)
  const old = text === undefined ? [] : (JSON.parse(text) as OldSecret[])
  return old.filter(({ until }) => new Date(until) > now)
}

/** Seals the secrets of endpoints with the operator's newest secret, so that older ones can be removed. */
export async function sealSecretsAgain({ db, sealing }: Pick<ConnectContext, 'db' | 'sealing'>): Promise<void> {
  for (const { id, secret, old_secret: old } of await allEndpoints(db)) {
    const renewed = sealing.renew(about(id), secret)
    const renewedOld = old === null ? undefined : sealing.renew(about(id), old)
    if (renewed === undefined && renewedOld === undefined) continue
    const update = db.updateTable('webhook_endpoints').set({
      secret: renewed ?? secret,
      old_secret: renewedOld ?? old,
    })
    // A rotation meanwhile has sealed both with the newest secret.
    await update.where('id', '=', id).where('secret', '=', secret).execute()
  }
}

/** Returns the hosts of the endpoints whose secret cannot be opened. */
export async function unopenedEndpoints({ db, sealing }: Pick<ConnectContext, 'db' | 'sealing'>): Promise<string[]> {
  const endpoints = await allEndpoints(db)
  return endpoints
    .filter(({ id, secret }) => sealing.open(about(id), secret) === undefined)
    .map(({ url }) => new URL(url).host)
}

export async function pauseEndpoint(db: ConnectTrx, { now }: ConnectContext, { id }: EndpointRow): Promise<void> {
  await changeEndpoint(db, id, { state: 'off', off_reason: 'paused', off_since: now() })
}

/** Queued messages are sent from now on. Messages from the time when it was off are sent only by a replay. */
export async function resumeEndpoint(db: ConnectTrx, { now }: ConnectContext, { id }: EndpointRow): Promise<void> {
  await changeEndpoint(db, id, { state: 'on', off_reason: null, failing_since: null })
  await sendWaiting(db, id, now())
}

/** Sends a sample of a type to one endpoint. The feed does not contain it. */
export async function testEndpoint(
  db: ConnectTrx,
  { now }: ConnectContext,
  { id }: EndpointRow,
  type: MessageType | typeof testMessage,
): Promise<void> {
  const message = `msg_${randomUUID().replaceAll('-', '')}`
  const { subject, data } = sampleOf(type)
  await db
    .insertInto('messages')
    .values({ id: message, type: testMessage, subject, at: now(), data: JSON.stringify(data) })
    .execute()
  await queueOne(db, id, message, now())
}

import assert from 'node:assert/strict'
import { heldBy } from '../billing/given-buyer.ts'
import { givenATrialUser, type TestShop } from '../given.ts'
import type { TestVisitor } from '../http/visitor.ts'

/** A subscription as the admin area shows it after an act. */
export type AdminRow = {
  payment: Record<string, unknown>
  id: string
  status: string
  startDate: string | null
  endDate: string | null
  renews: boolean
  latestComment: string | null
  plan: { name: string; type: string }
  subscriber: { id: string; email: string }
}

export type ShownEvent = {
  type: string
  timestamp: string
  addedBy: string
  data: { endDate?: string; comment?: string }
}

export type Refused = { message: string; errors?: { field: string; message: string }[] }

export type Trial = { visitor: TestVisitor; email: string; id: string }

/** Creates a person with a running trial, and its id. */
export async function givenATrial(shop: TestShop): Promise<Trial> {
  const { visitor, email } = await givenATrialUser(shop)
  const [held] = await heldBy(visitor)
  return { visitor, email, id: held?.subscription.id ?? assert.fail('no trial') }
}

/** Performs an act in the admin area; `status` is the expected status. */
export async function act<T = AdminRow>(
  administrator: TestVisitor,
  path: string,
  body: Record<string, unknown>,
  status = 200,
): Promise<T> {
  const answer = await administrator.post(`/api/v1/subscriptions/${path}`, body)
  const text = await answer.text()
  assert.equal(answer.status, status, `${path} ${JSON.stringify(body).slice(0, 200)} ${text}`)
  return JSON.parse(text) as T
}

export async function eventsAt(administrator: TestVisitor, id: string): Promise<ShownEvent[]> {
  const answer = await administrator.get(`/api/v1/subscriptions/events/${id}`)
  assert.equal(answer.status, 200)
  return (await answer.json()) as ShownEvent[]
}

export type AuditLine = {
  at: string
  by: string
  act: string
  subscriberId: string | null
  subscriptionId: string | null
}

export async function auditPage(
  administrator: TestVisitor,
  address = '/api/v1/audit',
): Promise<{ lines: AuditLine[]; next: string | undefined }> {
  const answer = await administrator.get(address)
  assert.equal(answer.status, 200, address)
  const next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  return { lines: (await answer.json()) as AuditLine[], next }
}

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayMs } from '../../../domain/calendar.ts'
import { act, forget, idOf } from '../../support/admin/admin-page.ts'
import { aRegistration, givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'
import { givenATrial } from '../../support/admin/admin-calls.ts'
import { tableHashes } from '../../support/unchanged.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const inAWeek = (Math.floor(Date.now() / dayMs) + 7) * dayMs

/** Counters and clocks, which are written outside of what a request changes. */
const apart = ['rate_limits', 'clock', 'figure_state']

/**
 * Makes the nth row fail that is written from now on; none with 0. A lease of a job ends the count: what it then writes
 * in the background is not a part of the request. Sequences also count in transactions that are undone.
 */
async function failAt(nth: number): Promise<void> {
  await shop.sql(`
    create sequence if not exists written;
    create sequence if not exists failed;
    alter sequence written restart;
    alter sequence failed restart;
    create or replace function fail_at() returns trigger language plpgsql security definer as $$
      begin
        if tg_table_name = 'jobs' and tg_op = 'UPDATE' then
          perform setval('written', 1000000);
        elsif nextval('written') = ${nth} then
          perform nextval('failed');
          raise exception 'Write % fails.', ${nth};
        end if;
        return case when tg_op = 'DELETE' then old else new end;
      end
    $$`)
}
await failAt(0)
const tables = await shop.sql<{ name: string }>(
  `select table_name as name from information_schema.tables
   where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
  [apart],
)
for (const { name } of tables)
  await shop.sql(
    `create trigger fail_at before insert or update or delete on "${name}" for each row execute function fail_at()`,
  )

/**
 * A request whose writes are one change, for a person or subscription of its own. `continues`: it does more after the
 * change, and a job repeats what failed of it.
 */
type Change = { name: string; continues?: true; given: () => Promise<() => Promise<{ status: number }>> }

const onTrial = (name: string, path: string, body: Record<string, unknown>): Change => ({
  name,
  given: async () => {
    const { id } = await givenATrial(shop)
    return () => act(administrator, `/api/v1/subscriptions/${path}/${id}`, { comment: 'by phone', ...body })
  },
})
const onPerson = (
  name: string,
  of: Record<string, unknown>,
  request: (id: string) => Promise<{ status: number }>,
): Change => ({
  name,
  given: async () => {
    const { email } = await givenATrialUser(shop, of)
    const id = await idOf(shop, email)
    return () => request(id)
  },
})
const asOwner = (name: string, request: (visitor: TestVisitor) => Promise<Response>): Change => ({
  name,
  given: async () => {
    const { visitor } = await givenATrialUser(shop)
    return () => request(visitor)
  },
})
const byAdministrator = (name: string, path: string, body: unknown): Change => ({
  name,
  given: () => Promise.resolve(() => act(administrator, path, body)),
})
const comment = { comment: 'by phone' }
/** Put on hold by the country, which is embargoed. */
const held = { country: 'IR' }

const changes: Change[] = [
  {
    name: 'a registration',
    given: () => {
      const registration = aRegistration()
      const product = { 'x-selected-product': 'analytics-trial' }
      return Promise.resolve(() => shop.visitor().post('/api/v1/users', registration, product))
    },
  },
  onTrial('a comment', 'comment', {}),
  onTrial('an extension', 'extend', { endDate: inAWeek }),
  onTrial('a cancellation', 'cancel', {}),
  onPerson('a grant', {}, (id) =>
    act(administrator, `/api/v1/subscribers/${id}/grants`, { plan: 'statistics-annual', endDate: inAWeek, ...comment }),
  ),
  onPerson('a correction', {}, (id) =>
    act(administrator, `/api/v1/subscribers/${id}/details`, { company: 'Southwind', ...comment }),
  ),
  onPerson('a refusal', held, (id) => act(administrator, `/api/v1/reviews/refuse/${id}`, comment)),
  onPerson('a sign-out of a person', {}, (id) => act(administrator, `/api/v1/subscribers/${id}/sign-out`, {})),
  { ...onPerson('an erasure', {}, (id) => forget(administrator, id)), continues: true },
  asOwner('a change of one’s name', (visitor) => visitor.post('/api/v1/account/details', { lastName: 'Married' })),
  asOwner('a request for erasure', (visitor) => visitor.post('/api/v1/account/erasure/request')),
  asOwner('a sign-out everywhere', (visitor) => visitor.post('/api/v1/account/sign-out-everywhere')),
  byAdministrator('an invitation', '/api/v1/settings/team', {
    email: 'colleague@shop.example',
    role: 'SUBSCRIPTION_SUPPORT',
    language: 'en',
  }),
  byAdministrator('an API key', '/api/v1/keys', { name: 'Reports', scopes: ['reports:read'] }),
  byAdministrator('a webhook endpoint', '/api/v1/webhooks', {
    url: 'http://127.0.0.1:9/hooks',
    types: ['trial.started'],
  }),
  byAdministrator('a change of the brand', '/api/v1/settings/brand', { version: 0, values: { name: 'Northwind' } }),
]

for (const { name, continues = false, given } of changes)
  test(`${name} is made as a whole or not at all, whichever of its writes fails`, async () => {
    const request = await given()
    await shop.catchUp()
    let nth = 1
    for (; ; nth += 1) {
      const before = await tableHashes(shop)
      await failAt(nth)
      const answer = await request()
      const [{ is_called: hasFailed } = { is_called: false }] = await shop.sql('select is_called from failed')
      await failAt(0)
      if (answer.status < 300) {
        assert.ok(!hasFailed || continues, `the failure of write ${nth} is ignored`)
        break
      }
      assert.equal(answer.status, 500, `write ${nth}: ${JSON.stringify(answer)}`)
      assert.deepEqual(await tableHashes(shop), before, `write ${nth}`)
    }
    assert.ok(nth > 1, 'it writes something')
  })

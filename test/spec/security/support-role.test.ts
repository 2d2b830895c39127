import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { screens } from '../../../contract/screens.ts'
import { administer } from '../../../server/app/cli/admins.ts'
import { act, idOf, read } from '../../support/admin/admin-page.ts'
import { linesOf, settingsOf } from '../../support/command.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser, givenSupport } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)
const support = await givenSupport(shop)

/** A name of the sandbox's sample list. */
const listed = { firstName: 'Zoltan', lastName: 'Karnovak' }

describe('support', () => {
  test('can approve people held for the domain of their address, and refuse anyone', async () => {
    const { email } = await givenATrialUser(shop, { email: `jane.${crypto.randomUUID()}@gmail.com` })
    const id = await idOf(shop, email)
    assert.equal((await act(support, `/api/v1/reviews/approve/${id}`, { comment: 'A known customer' })).status, 200)
    const other = await givenATrialUser(shop, listed)
    const refused = await act(support, `/api/v1/reviews/refuse/${await idOf(shop, other.email)}`, {
      comment: 'On a list',
    })
    assert.equal(refused.status, 200)
  })

  test('cannot clear a list match: 403, also through a correction; an administrator can', async () => {
    const { email } = await givenATrialUser(shop, listed)
    const id = await idOf(shop, email)
    const refused = await act(support, `/api/v1/reviews/approve/${id}`, { comment: 'Another person' })
    assert.deepEqual([refused.status, refused.message], [403, 'Only an administrator can approve this person.'])
    assert.equal(
      (await act(support, `/api/v1/subscribers/${id}/details`, { lastName: 'Carter', comment: 'Misspelt' })).status,
      200,
    )
    assert.equal((await act(support, `/api/v1/reviews/approve/${id}`, { comment: 'Misspelt' })).status, 403)
    const person = await read<{ dplStatus: string; lastName: string }>(support, `/api/v1/subscribers/${id}`)
    assert.deepEqual([person.dplStatus, person.lastName], ['PENDING', 'Karnovak'])
    assert.equal((await act(administrator, `/api/v1/reviews/approve/${id}`, { comment: 'Misspelt' })).status, 200)
  })

  test('cannot approve a correction out of a denied country: 403; an administrator can', async () => {
    const { email } = await givenATrialUser(shop, { country: 'IR' })
    const id = await idOf(shop, email)
    const moved = { country: 'GB', comment: 'Wrong country chosen' }
    assert.equal((await act(support, `/api/v1/subscribers/${id}/details`, moved)).status, 200)
    const approval = { comment: 'Works in London' }
    assert.equal((await act(support, `/api/v1/reviews/approve/${id}`, approval)).status, 403)
    const person = () => read<{ country: string; deniedCountry: boolean }>(support, `/api/v1/subscribers/${id}`)
    const { country, deniedCountry } = await person()
    assert.deepEqual([country, deniedCountry], ['IR', true])
    assert.equal((await act(administrator, `/api/v1/reviews/approve/${id}`, approval)).status, 200)
    const after = await person()
    assert.deepEqual([after.country, after.deniedCountry], ['GB', false])
  })

  test('cannot retry a refund', async () => {
    const { email } = await givenATrialUser(shop)
    const [row] = await shop.sql<{ id: string }>('select id from subscriptions where subscriber_id = $1', [
      await idOf(shop, email),
    ])
    const issue = crypto.randomUUID()
    await shop.sql(
      "insert into payment_issues (id, subscription_id, kind, payment, since, task) values ($1::uuid, $2, 'task-refused', 'pi_1', now(), $3)",
      [issue, row?.id, JSON.stringify({ task: 'refund', payment: 'pi_1' })],
    )
    assert.equal((await act(support, `/api/v1/payment-issues/retry/${issue}`, { comment: 'Again' })).status, 403)
    assert.equal(
      (await act(support, `/api/v1/payment-issues/resolve/${issue}`, { comment: 'Done by hand' })).status,
      204,
    )
  })

  test('cannot end the sessions of an account with a role: 403; an administrator can', async () => {
    for (const role of ['SUBSCRIPTION_ADMIN', 'SUBSCRIPTION_SUPPORT']) {
      const { visitor, email } = await givenATrialUser(shop)
      await shop.sql('update identity_accounts set role = $2 where email = $1', [email, role])
      const path = `/api/v1/subscribers/${await idOf(shop, email)}/sign-out`
      assert.equal((await act(support, path, {})).status, 403, role)
      assert.equal((await visitor.get('/api/v1/subscribers')).status, 200)
      assert.equal((await act(administrator, path, {})).status, 204)
      assert.equal((await visitor.get('/api/v1/subscribers')).status, 401)
    }
  })

  test('enters the admin area, and gets 403 from the pages of administrators, with a sentence; administrators get 200', async () => {
    assert.equal((await support.get('/administration/users')).status, 200)
    const pages = Object.values(screens).flatMap(({ administratorsOnly, paths }) => (administratorsOnly ? paths : []))
    assert.ok(pages.includes('/administration/settings'))
    for (const path of pages) {
      const answer = await support.get(path)
      assert.equal(answer.status, 403, path)
      assert.match(await answer.text(), /<h1[^>]*>Administrators only/)
      assert.equal((await administrator.get(path)).status, 200, path)
    }
  })
})

test('the email address of an account with a role cannot be changed by an administrator: 409', async () => {
  for (const role of ['SUBSCRIPTION_ADMIN', 'SUBSCRIPTION_SUPPORT']) {
    const { email } = await givenATrialUser(shop)
    await shop.sql('update identity_accounts set role = $2 where email = $1', [email, role])
    const change = { email: `new.${crypto.randomUUID()}@elsewhere.example`, comment: 'Asked by phone' }
    assert.equal((await act(administrator, `/api/v1/subscribers/${await idOf(shop, email)}/email`, change)).status, 409)
  }
})

test('the role is granted and listed by the operator’s command, and an administrator can become a support agent', async () => {
  const { visitor, email } = await givenATrialUser(shop)
  const command = (...args: string[]) => linesOf(settingsOf(shop), (config, print) => administer(args, config, print))
  assert.deepEqual(await command('add', email, '--support'), [`${email} is a support agent now.`])
  assert.ok((await command('list')).includes(`${email} (support)`))
  assert.equal((await visitor.get('/api/v1/subscribers')).status, 200)
  assert.equal((await visitor.get('/api/v1/export/csv')).status, 403)
  await command('add', email)
  assert.equal((await visitor.get('/api/v1/export/csv')).status, 200)
  await command('add', email, '--support')
  assert.equal((await visitor.get('/api/v1/export/csv')).status, 403)
  await assert.rejects(command('remove', email, '--support'))
})

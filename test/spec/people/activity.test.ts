import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { act, forget, idOf, read } from '../../support/admin/admin-page.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Line = {
  id: string
  at: string
  kind: string
  by: string | null
  act?: string
  mail?: { kind: string; to: string; subject: string; text: string | null; state: string }
  download?: { product: string }
  check?: { occasion: string }
}
const activityOf = (id: string) => read<Line[]>(administrator, `/api/v1/subscribers/${id}/activity`)

describe('a person’s activity', () => {
  test('lists, newest first, emails with their text, sign-ins, downloads, checks, and acts with their author [10.15]', async () => {
    const { visitor, email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    const { link } = (await (await visitor.get('/api/v1/plans/analytics-trial/download/link')).json()) as {
      link: string
    }
    for (const _again of [1, 2]) assert.equal((await visitor.get(link)).status, 200)
    assert.equal((await act(administrator, `/api/v1/subscribers/${id}/sign-out`, {})).status, 204)
    await shop.catchUp()
    const lines = await activityOf(id)
    assert.deepEqual(
      lines.map(({ at }) => at),
      lines
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const of = (kind: string) => lines.filter((line) => line.kind === kind)
    assert.deepEqual(
      of('act').map(({ act: done, by }) => [done, by]),
      [['sign-out', 'admin@shop.example']],
    )
    assert.deepEqual(of('download').length, 1, 'a file that is asked for twice by one link is one download')
    assert.equal(of('sign-in').length, 1)
    assert.ok(of('check').some(({ check }) => check?.occasion === 'registration'))
    const mails = of('mail').map(({ mail }) => mail ?? assert.fail('an email'))
    assert.deepEqual(mails.map(({ kind, state }) => `${kind} ${state}`).toSorted(), [
      'activation sent',
      'trial-started sent',
    ])
    const activation = mails.find(({ kind }) => kind === 'activation')
    assert.equal(activation?.text, null, 'what holds a personal link is not shown')
    assert.match(mails.find(({ kind }) => kind === 'trial-started')?.text ?? '', /trial has started/)
    assert.doesNotMatch(JSON.stringify(lines), /identity\/activate/)
  })

  test('contains emails that can be sent again to the present address, except those with a personal link', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    await shop.catchUp()
    const lines = await activityOf(id)
    const idOfMail = (kind: string) => lines.find(({ mail }) => mail?.kind === kind)?.id ?? assert.fail(kind)
    assert.equal((await act(administrator, `/api/v1/mails/send-again/${idOfMail('trial-started')}`, {})).status, 204)
    await shop.catchUp()
    const received = (await shop.mails()).filter((mail) => mail.to.includes(email) && /started/.test(mail.subject))
    assert.equal(received.length, 2)
    assert.equal(received[0]?.html, received[1]?.html)
    assert.equal((await act(administrator, `/api/v1/mails/send-again/${idOfMail('activation')}`, {})).status, 409)
    assert.equal(
      (await act(administrator, '/api/v1/mails/send-again/00000000-0000-4000-8000-000000000000', {})).status,
      404,
    )
  })

  test('is removed with the person', async () => {
    const { email } = await givenATrialUser(shop)
    const id = await idOf(shop, email)
    await forget(administrator, id)
    assert.deepEqual(await shop.sql('select id from activities where subscriber_id = $1', [id]), [])
    assert.equal((await administrator.get(`/api/v1/subscribers/${id}/activity`)).status, 404)
  })
})

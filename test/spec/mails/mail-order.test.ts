import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { aRegistration, eventually, givenAShop } from '../../support/given.ts'

const shop = await givenAShop()
const linkIn = (text: string) => /https?:\/\/\S+\/identity\/activate\S+/.exec(text)?.[0] ?? ''

describe('emails to one person', () => {
  test('are sent in the order of writing: after 20 concurrent registrations the newest link is the valid one', async () => {
    const registration = aRegistration()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => shop.visitor().post('/api/v1/users', registration)),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
    const mails = await eventually('all 20 mails', async () => {
      const all = (await shop.mails()).filter(({ to }) => to.includes(registration.email))
      return all.length === 20 && all
    })
    const statuses: number[] = []
    for (const { text } of mails)
      statuses.push((await shop.visitor().get(new URL(linkIn(text)).pathname + new URL(linkIn(text)).search)).status)
    assert.deepEqual([statuses[0], statuses.slice(1).includes(200)], [200, false])
  })
})

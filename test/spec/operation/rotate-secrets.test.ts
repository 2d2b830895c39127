import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { examine } from '../../../server/app/cli/doctor.ts'
import { givenASecuredAdministrator } from '../../support/admin/second-factor.ts'
import { useCluster } from '../../support/cluster.ts'
import { atTheHour, eventually, givenAShop, secret } from '../../support/given.ts'
import { givenAFolder } from '../../support/given-folder.ts'
import { givenAReceiver } from '../../support/http/receiver.ts'
import { formOf } from '../../support/http/visitor.ts'

const cluster = await useCluster()

test('after a start with both secrets the old one can be removed: second factors and webhooks still work, and doctor reports what an unknown secret cannot open', async () => {
  const mfa = { ...atTheHour, ADMIN_MFA: 'required' }
  const shop = await givenAShop(mfa, cluster)
  const { visitor, app } = await givenASecuredAdministrator(shop)
  const receiver = await givenAReceiver()
  const added = await visitor.post('/api/v1/webhooks', { url: receiver.url, types: ['trial.started'], description: '' })
  assert.equal(added.status, 201, await added.clone().text())
  const endpoint = (await added.json()) as { id: string; secret: string }

  const newer = 'another secret of the tests that is long enough'
  const faults = async (SECRET: string) =>
    (await examine({ DATABASE_URL: shop.databaseUrl, SECRET }, givenAFolder(), {}))
      .filter(({ about, level }) => about === 'secrets' && level === 'fault')
      .map(({ sentence }) => sentence)
  assert.deepEqual(await faults(`${newer},${secret}`), [])
  const [factors, webhook, ...more] = await faults(newer)
  assert.match(factors ?? '', /^Second factors that no secret in SECRET decrypts: 1\..* Add the secret/)
  assert.match(webhook ?? '', /webhook endpoint at 127\.0\.0\.1:\d+\. Add the secret/)
  assert.deepEqual(more, [])

  await shop.restart({ ...mfa, SECRET: `${newer},${secret}` })
  await shop.restart({ ...mfa, SECRET: newer })
  assert.deepEqual(await faults(newer), [])
  const again = shop.visitor()
  const form = await again.form('/api/v1/login?redirect_url=/administration/users')
  const admin = { email: 'admin@shop.example', password: 'the administrator of the tests' }
  const asked = await formOf(await again.submit(form, admin))
  const arrived = await again.submit(asked, { code: app.code() })
  assert.equal(new URL(arrived.url).pathname, '/administration/users')
  const tried = await again.post(`/api/v1/webhooks/${endpoint.id}/test`, { type: 'trial.started' })
  assert.equal(tried.status, 202, await tried.clone().text())
  const [message] = await eventually('the message', () =>
    Promise.resolve(receiver.received.length > 0 && receiver.received),
  )
  assert.ok(message)
  new Webhook(endpoint.secret).verify(message.body, message.headers)
})

import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'vitest'
import { useCluster } from '../../support/cluster.ts'
import { freePort, givenAShop, signIn, whoIs } from '../../support/given.ts'
import { createVisitor } from '../../support/http/visitor.ts'
import { idTokenOf, type SealedIdToken } from '../../support/servers/id-token.ts'

const cluster = await useCluster()
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')

for (const host of ['127.0.0.2', ...(hasIpv6 ? ['::1'] : [])])
  test(`a shop that listens on ${host} only signs people in, and receives back-channel sign-outs`, async () => {
    const port = String(await freePort())
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
    const shop = await givenAShop({ HOST: host, PORT: port, PUBLIC_URL: url }, cluster)
    const visitor = createVisitor(url)
    await signIn(visitor, 'admin@shop.example', 'the administrator of the tests')
    assert.equal(await whoIs(visitor), 'admin@shop.example')
    const [session] = await shop.sql<SealedIdToken>('select id, id_token from sessions')
    const page = await visitor.form(`/identity/session/end?id_token_hint=${idTokenOf(session)}`)
    await visitor.submit(page, { logout: 'yes' })
    assert.equal(await whoIs(visitor), null)
  })

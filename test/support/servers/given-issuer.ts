import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { TestCluster } from '../cluster.ts'
import { eventually, freePort, givenAShop, type TestShop } from '../given.ts'
import type { Forgery } from './other-issuer.ts'
import type { TestVisitor } from '../http/visitor.ts'

const clientSecret = 'a secret-between_the.shop and the issuer of the tests'

export type Person = { sub: string; email: string } & Record<string, unknown>
export type News = { person?: Person; newKeys?: true; forgery?: Forgery }
/** `tell` returns the addresses requested so far. */
export type TestIssuer = { tell(news: News): Promise<string[]>; shop: TestShop }

/**
 * Starts a shop whose people sign in at another provider, which runs as a process of its own under a path of its own.
 */
export async function givenAnotherIssuer(
  cluster: TestCluster,
  settings: Record<string, string> = {},
): Promise<TestIssuer> {
  const port = await freePort()
  const path = '/realms/vendor'
  const shop = await givenAShop(
    {
      OIDC_ISSUER: `http://localhost:${port}${path}`,
      OIDC_CLIENT_ID: 'tillhouse',
      OIDC_CLIENT_SECRET: clientSecret,
      ADMIN_EMAIL: '',
      ADMIN_PASSWORD: '',
      ...settings,
    },
    cluster,
  )
  const clientAuth = settings['OIDC_CLIENT_AUTH'] === 'post' ? { clientAuth: 'client_secret_post' } : {}
  const variant = { path, clientId: 'tillhouse', clientSecret, shop: shop.url, ...clientAuth }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'other-issuer.ts')], {
    env: { ...process.env, OTHER_ISSUER: JSON.stringify({ port, variant }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  cluster.atEnd(async () => void child.kill())
  const tell: TestIssuer['tell'] = async (news) => {
    const answer = await fetch(`http://localhost:${port}/control`, { method: 'POST', body: JSON.stringify(news) })
    return (await answer.json()) as string[]
  }
  await eventually('the issuer', () => tell({}).catch(() => null))
  return { tell, shop }
}

export const aPerson = (changes: Record<string, unknown> = {}): Person => ({
  sub: crypto.randomUUID(),
  email: `${crypto.randomUUID()}@northwind-bottling.example`,
  given_name: 'Jo',
  ...changes,
})

/** Goes to the issuer and back. */
export const enter = (visitor: TestVisitor, query = '') =>
  visitor.request(`/api/v1/login?redirect_url=/plans${query}`, { headers: { accept: 'text/html' }, follow: true })

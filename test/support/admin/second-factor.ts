import assert from 'node:assert/strict'
import type { TestShop } from '../given.ts'
import { TestAuthenticator } from './authenticator.ts'
import { formOf, type TestVisitor } from '../http/visitor.ts'

/** Returns an administrator signed in with a second factor, which they have just set up. */
export async function givenASecuredAdministrator(
  shop: Pick<TestShop, 'visitor'>,
  email = 'admin@shop.example',
  password = 'the administrator of the tests',
): Promise<{ visitor: TestVisitor; app: TestAuthenticator; codes: string[] }> {
  const visitor = shop.visitor()
  const form = await visitor.form('/api/v1/login?redirect_url=/administration/users')
  const setUp = await formOf(await visitor.submit(form, { email, password }))
  const app = TestAuthenticator.reading(setUp)
  const saved = await formOf(await visitor.submit(setUp, { code: app.code() }))
  const codes = [...saved.html.matchAll(/<li><code>([A-Z0-9-]+)<\/code>/g)].map(([, code = '']) => code)
  assert.equal(codes.length, 10)
  const arrived = await visitor.submit(saved, {})
  assert.equal(new URL(arrived.url).pathname, '/administration/users')
  return { visitor, app, codes }
}

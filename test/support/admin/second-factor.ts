import assert from 'node:assert/strict'
import type { TestShop } from '../given.ts'
import { TestAuthenticator } from './authenticator.ts'
import type { PageForm, TestVisitor } from '../http/visitor.ts'

/** Returns the form of a page that is the response to another. */
export async function formOf(answer: Response): Promise<PageForm> {
  const html = await answer.text()
  const [, action = answer.url] = /<form\b[^>]*action="([^"]*)"/.exec(html) ?? []
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  return { address: new URL(action, answer.url).href, fields, html, status: answer.status }
}

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

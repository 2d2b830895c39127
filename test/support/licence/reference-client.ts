import assert from 'node:assert/strict'
import { createClient, type ClientOptions } from '../../../sandbox/client/client.ts'
import type { PublicKey } from '../../../sandbox/client/statements.ts'
import type { TestShop } from '../given.ts'
import { givenAFolder } from '../given-folder.ts'
import type { TestVisitor } from '../http/visitor.ts'

/** Returns the values that a vendor of this shop compiles into a program. */
export async function compiledInto(shop: Pick<TestShop, 'url'>) {
  const { keys } = (await (await fetch(`${shop.url}/licence/keys`)).json()) as { keys: PublicKey[] }
  return { server: shop.url, issuer: `${shop.url}/licence`, product: 'analytics', keys, sandbox: true }
}

/** Creates the reference client on a computer whose clock the test sets: `clock.now` is in ms. */
export async function givenAClient(
  shop: Pick<TestShop, 'url'>,
  clock: { now: number },
  changes: Partial<ClientOptions> = {},
) {
  const options = { ...(await compiledInto(shop)), folder: givenAFolder(), now: () => clock.now, ...changes }
  return { ...createClient(options), options }
}

/** Acts as the user in the browser that the program opens: presses Allow, and follows the page back. */
export function allowing(visitor: TestVisitor) {
  return async (address: string) => {
    const { pathname, search } = new URL(address)
    const form = await visitor.form(pathname + search)
    const answer = await visitor.submit(form, { act: 'allow' })
    const back = answer.headers.get('refresh') ?? assert.fail(await answer.text())
    assert.equal((await fetch(back.replace('0; url=', ''))).status, 200)
  }
}

/** Acts as the user who enters the code that a program shows. */
export function typing(visitor: TestVisitor, act: 'allow' | 'refuse' = 'allow') {
  return async (code: string, address: string) => {
    const typed = await visitor.form(new URL(address).pathname)
    const page = await (await visitor.submit(typed, { code })).text()
    assert.match(page, /value="allow"/)
    const hidden = page.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)
    const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
    assert.equal((await visitor.submit({ ...typed, fields }, { act })).status, 200)
  }
}

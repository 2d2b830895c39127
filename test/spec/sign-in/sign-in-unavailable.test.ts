import assert from 'node:assert/strict'
import { test } from 'vitest'
import { givenAShop } from '../../support/given.ts'

const shop = await givenAShop()

for (const [what, code] of [
  ['takes no writes', '25006'],
  ['has no room left', '53100'],
])
  test(`while the database ${what}, signing in returns 503`, async () => {
    const visitor = shop.visitor()
    const form = await visitor.form('/api/v1/login?redirect_url=/')
    const begun = await visitor.get('/api/v1/login?redirect_url=/')
    // As a full disk would do to each statement that writes.
    await shop.sql(`create function refuse_write() returns trigger language plpgsql as
      $$ begin raise exception using errcode = '${code}'; end $$`)
    for (const table of ['identity_objects', 'rate_limits'])
      await shop.sql(`create trigger refuse_write before insert or update on ${table} execute function refuse_write()`)
    try {
      const asked = await visitor.get(begun.headers.get('location') ?? '', { accept: 'text/html' })
      assert.equal(asked.status, 503)
      assert.match(asked.headers.get('retry-after') ?? '', /^[2-5]$/)
      assert.match(await asked.text(), /<title>/)
      const answered = await visitor.request(form.address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form.fields, email: 'a@b.example', password: 'whatever it is' }).toString(),
      })
      assert.equal(answered.status, 503)
      assert.match(answered.headers.get('retry-after') ?? '', /^[2-5]$/)
    } finally {
      await shop.sql('drop function refuse_write cascade')
    }
    assert.equal((await visitor.form('/api/v1/login?redirect_url=/')).status, 200)
  })

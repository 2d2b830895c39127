import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { promisify } from 'node:util'
import { root } from '../../../scripts/run.ts'
import { givenAKey } from '../../support/admin/keys.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { isThere } from '../../support/programs.ts'

// The examples of the how-to, unchanged except for the shop's address.
const text = readFileSync(join(root, 'docs/how-to/call-the-api.md'), 'utf8')
const shop = await givenAShop()
const { email, id } = await givenASubscriber(shop)
const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(([, language = '', code = '']) => ({
  language,
  code: code.replaceAll('https://shop.example.com', shop.url),
}))
const example = (language: string, part: string) =>
  blocks.find((one) => one.language === language && one.code.includes(part))?.code ?? assert.fail(part)
const scopes = ['subscriptions:read', 'subscriptions:write'] as const
const { key } = await givenAKey(await givenAnAdministrator(shop), scopes)
const env = { ...process.env, SUBSCRIPTION_ID: id, TILLHOUSE_KEY: key, NEXT: '' }
const phpHasCurl = isThere('php', '-r', "exit(function_exists('curl_init') ? 0 : 1);")
const run = async (program: string, ...args: string[]) => (await promisify(execFile)(program, args, { env })).stdout

test('the Node program in the guide lists every subscription', async () => {
  assert.match(
    await run(process.execPath, '--input-type=module', '--eval', example('js', 'while (next)')),
    new RegExp(email),
  )
})

test('the Python program in the guide lists every subscription', { skip: !isThere('python3') }, async () => {
  assert.match(await run('python3', '-c', example('python', 'urllib')), new RegExp(email))
})

test('the curl commands in the guide read and change a subscription', { skip: !isThere('curl') }, async () => {
  assert.match(await run('sh', '-c', example('sh', 'filters=active')), /^HTTP\/1\.1 200 OK/)
  const comment = example('sh', 'ticket-4711')
  for (let time = 0; time < 2; time += 1) await run('sh', '-c', comment)
  const comments = await shop.sql("select 1 from events where type = 'COMMENT_ADDED'")
  assert.equal(comments.length, 1)
})

test('the PHP program in the guide changes a subscription', { skip: !phpHasCurl }, async () => {
  await run('php', '-r', `$id = '${env.SUBSCRIPTION_ID}'; ${example('php', 'curl_init').replace('<?php', '')}`)
})

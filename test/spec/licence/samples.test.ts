import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, it } from 'vitest'
import { givenAShop, givenATrialUser } from '../../support/given.ts'
import { aProfile, compiledInto, typing } from '../../support/licence/reference-client.ts'

const root = join(import.meta.dirname, '../../..')
const samples = join(root, 'sandbox/client/samples')
const vectors = join(root, 'docs/reference/licence-vectors.json')
const run = promisify(execFile)

/** Returns the output of a command; null if the command or one of its dependencies is not installed. */
const outputOf = (command: string, ...args: string[]) =>
  run(command, args, { timeout: 120_000 }).then(
    ({ stdout }) => stdout,
    () => null,
  )

const hasPython = (await outputOf('python3', '-c', 'import jwt, cryptography')) !== null
const build = aProfile()
const includes = ['openssl/evp.h', 'curl/curl.h', 'nlohmann/json.hpp'].map((name) => `#include <${name}>`).join('\n')
writeFileSync(join(build, 'probe.cpp'), `${includes}\nint main() { return OPENSSL_VERSION_MAJOR < 3; }`)
const hasLibraries = (await outputOf('g++', '-std=c++20', '-fsyntax-only', join(build, 'probe.cpp'))) !== null

describe('the sample in Python', () => {
  it('returns the expected result for every vector', async (context) => {
    if (!hasPython) return context.skip('python3 with PyJWT and cryptography is not installed.')
    assert.match((await outputOf('python3', join(samples, 'licence.py'), vectors)) ?? '', /^(\d+) of \1 vectors$/m)
  })
})

describe('the sample in C++', () => {
  it('returns the expected result for every vector, signs in by an entered code, renews and is signed out', async (context) => {
    if (!hasLibraries) return context.skip('g++ with OpenSSL 3, libcurl and nlohmann/json is not installed.')
    const program = join(build, 'licence')
    const source = join(samples, 'licence.cpp')
    await run('g++', ['-std=c++20', '-Wall', '-Wextra', '-Werror', source, '-lcrypto', '-lcurl', '-o', program])
    assert.match((await outputOf(program, 'vectors', vectors)) ?? '', /^(\d+) of \1 vectors$/m)

    const shop = await givenAShop()
    const { visitor } = await givenATrialUser(shop)
    const folder = aProfile()
    writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: (await compiledInto(shop)).keys }))
    const start = async () => {
      const child = spawn(program, ['run', shop.url, folder, '--sandbox'], { stdio: ['ignore', 'pipe', 'inherit'] })
      const lines: string[] = []
      for await (const line of createInterface(child.stdout)) {
        const [, address, code] = /^Open (\S+) and type (\S+)$/.exec(line) ?? []
        if (address !== undefined && code !== undefined) await typing(visitor)(code, address)
        lines.push(line)
      }
      return lines
    }
    const memory = () => JSON.parse(readFileSync(join(folder, 'licence.json'), 'utf8')) as Record<string, unknown>
    const forget = () => writeFileSync(join(folder, 'licence.json'), JSON.stringify({ ...memory(), lease: '' }))
    const greeting = /^Licensed to Jane Doe, Northwind Bottling, analytics-trial \(licensed\)$/

    const [asked, ...first] = await start()
    assert.match(asked ?? '', /^Open .*\/device and type [A-Z]{4}-[A-Z]{4}$/)
    assert.match(first.join(), greeting)
    assert.equal(statSync(join(folder, 'key.pem')).mode & 0o777, 0o600)
    assert.match((await start()).join(), greeting, 'by the stored lease')
    const { refresh } = memory()
    forget()
    assert.match((await start()).join(), greeting, 'by a renewal')
    assert.notEqual(memory()['refresh'], refresh)
    await visitor.post('/api/v1/account/devices/sign-out')
    forget()
    const again = await start()
    assert.match(again[0] ?? '', /^Open /, 'the refusal is signed, so the program asks to sign in')
    assert.match(again[1] ?? '', greeting)
  }, 240_000)
})

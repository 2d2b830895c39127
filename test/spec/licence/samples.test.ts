import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, it } from 'vitest'
import { givenAShop, givenATrialUser, type TestShop } from '../../support/given.ts'
import { aProfile, allowing, compiledInto, typing } from '../../support/licence/reference-client.ts'

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

const dotnet = /^(\d+)\./.exec((await outputOf('dotnet', '--version')) ?? '')?.[1]

/** Starts a sample against a shop. `allow` is the user, who acts on each line that the program prints. Resolves with its lines. */
async function runSample(command: string[], shop: TestShop, folder: string, allow: (line: string) => Promise<unknown>) {
  const [program = '', ...words] = command
  const child = spawn(program, [...words, 'run', shop.url, folder, '--sandbox'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    await allow(line)
    lines.push(line)
  }
  return lines
}
const greeting = /^Licensed to Jane Doe, Northwind Bottling, analytics-trial \(licensed\)$/
const memoryIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'licence.json'), 'utf8')) as Record<string, unknown>

async function givenAProfile(shop: TestShop): Promise<string> {
  const folder = aProfile()
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: (await compiledInto(shop)).keys }))
  return folder
}

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
    const folder = await givenAProfile(shop)
    const start = () =>
      runSample([program], shop, folder, async (line) => {
        const [, address, code] = /^Open (\S+) and type (\S+)$/.exec(line) ?? []
        if (address !== undefined && code !== undefined) await typing(visitor)(code, address)
      })
    const forget = () => writeFileSync(join(folder, 'licence.json'), JSON.stringify({ ...memoryIn(folder), lease: '' }))

    const [asked, ...first] = await start()
    assert.match(asked ?? '', /^Open .*\/device and type [A-Z]{4}-[A-Z]{4}$/)
    assert.match(first.join(), greeting)
    assert.equal(statSync(join(folder, 'key.pem')).mode & 0o777, 0o600)
    assert.match((await start()).join(), greeting, 'by the stored lease')
    const { refresh } = memoryIn(folder)
    forget()
    assert.match((await start()).join(), greeting, 'by a renewal')
    assert.notEqual(memoryIn(folder)['refresh'], refresh)
    await visitor.post('/api/v1/account/devices/sign-out')
    forget()
    const again = await start()
    assert.match(again[0] ?? '', /^Open /, 'the refusal is signed, so the program asks to sign in')
    assert.match(again[1] ?? '', greeting)
  }, 240_000)
})

describe('the sample in C#', () => {
  it('returns the expected result for every vector, signs in by the browser, renews, runs offline and is signed out', async (context) => {
    if (dotnet === undefined) return context.skip('The .NET SDK is not installed.')
    // The code is also that of the last .NET Core, which has fewer calls.
    const framework = Number(dotnet) < 5 ? 'netcoreapp3.1' : `net${dotnet}.0`
    const sources = aProfile()
    cpSync(join(samples, 'csharp'), sources, { recursive: true })
    const options = [`-p:TargetFramework=${framework}`, '-p:TreatWarningsAsErrors=true', '-o', join(sources, 'out')]
    await run('dotnet', ['build', sources, ...options], { timeout: 120_000 })
    const command = ['dotnet', join(sources, 'out', 'licence.dll')]
    assert.match((await outputOf('dotnet', ...command.slice(1), 'vectors', vectors)) ?? '', /^(\d+) of \1 vectors$/m)

    // The shop's clock is two days behind, so that a renewal is due at each start.
    const shop = await givenAShop({ CLOCK_START: new Date(Date.now() - 2 * 86_400_000).toISOString() })
    const { visitor } = await givenATrialUser(shop)
    const folder = await givenAProfile(shop)
    const start = () =>
      runSample(command, shop, folder, async (line) => {
        const [, address] = /^Open (\S+)$/.exec(line) ?? []
        if (address !== undefined) await allowing(visitor)(address)
      })

    const [asked, ...first] = await start()
    assert.match(asked ?? '', /^Open .*\/licence\/authorize\?/)
    assert.match(first.join(), greeting)
    for (const name of ['key', 'licence.json']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
    const { refresh } = memoryIn(folder)
    assert.match((await start()).join(), greeting, 'by a renewal')
    assert.notEqual(memoryIn(folder)['refresh'], refresh)
    await visitor.post('/api/v1/account/devices/sign-out')
    const again = await start()
    assert.match(again[0] ?? '', /^Open /, 'the refusal is signed, so the program asks to sign in')
    assert.match(again[1] ?? '', greeting)

    // A copy of the profile renews: one of the two is refused, makes another key and asks to sign in.
    const copy = aProfile()
    cpSync(folder, copy, { recursive: true })
    assert.match((await start()).join(), greeting)
    const inCopy = () => runSample(command, shop, copy, () => Promise.resolve())
    assert.match((await inCopy()).join(), greeting)
    assert.match((await start()).join(), greeting)
    const key = readFileSync(join(copy, 'key'))
    const child = spawn('dotnet', [...command.slice(1), 'run', shop.url, copy, '--sandbox'])
    for await (const line of createInterface(child.stdout)) {
      assert.match(line, /^Open /)
      child.kill()
    }
    assert.notDeepEqual(readFileSync(join(copy, 'key')), key)

    await shop.stop()
    assert.match((await start()).join(), greeting, 'without a connection')
  }, 240_000)
})

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, it } from 'vitest'
import { givenAFolder } from '../../support/given-folder.ts'
import { freePort, givenAShop, givenATrialUser } from '../../support/given.ts'
import { allowing, compiledInto, typing } from '../../support/licence/reference-client.ts'
import type { TestVisitor } from '../../support/http/visitor.ts'
import { whenOver } from '../../support/when-over.ts'

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
const build = givenAFolder()
const includes = ['openssl/evp.h', 'curl/curl.h', 'nlohmann/json.hpp'].map((name) => `#include <${name}>`).join('\n')
writeFileSync(join(build, 'probe.cpp'), `${includes}\n#if OPENSSL_VERSION_MAJOR < 3\n#error\n#endif`)
// The preprocessor finds whether the headers are there, without the work of the compiler.
const probe = ['-std=c++20', '-E', join(build, 'probe.cpp'), '-o', '/dev/null']
const hasLibraries = (await outputOf('g++', ...probe)) !== null

const dotnet = /^(\d+)\./.exec((await outputOf('dotnet', '--version')) ?? '')?.[1]

type Sample = { command: string[]; keyFile: string; allow: (line: string, visitor: TestVisitor) => Promise<unknown> }

/** Starts a program, which may act on each line that it prints. Resolves with its lines. */
async function linesOf([program = '', ...words]: string[], act: (line: string, end: () => void) => unknown) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines: string[] = []
  for await (const line of createInterface(child.stdout)) {
    await act(line, () => void child.kill())
    lines.push(line)
  }
  return lines
}

/**
 * A user's life with the program: signs in, renews at each start, also after moves of the shop, signs out, copies the
 * profile, and is offline.
 */
async function liveWith({ command, keyFile, allow }: Sample): Promise<void> {
  const shop = await givenAShop()
  const { visitor } = await givenATrialUser(shop)
  const [folder, copy] = [givenAFolder(), givenAFolder()]
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ keys: (await compiledInto(shop)).keys }))
  let server = shop.url
  const startIn = (profile: string, act: (line: string, end: () => void) => unknown) =>
    linesOf([...command, server, `${shop.url}/licence`, profile, '--sandbox'], act)
  const start = () => startIn(folder, (line) => allow(line, visitor))
  const refreshToken = () =>
    (JSON.parse(readFileSync(join(folder, 'licence.json'), 'utf8')) as { refresh: string }).refresh
  const greeting = /^Licensed to Jane Doe, Northwind Bottling, analytics-trial \(licensed\)$/

  const [asked, ...first] = await start()
  assert.match(asked ?? '', /^Open /)
  assert.match(first.join(), greeting)
  for (const name of [keyFile, 'licence.json']) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  const renews = async (how: string) => {
    const before = refreshToken()
    assert.match((await start()).join(), greeting, how)
    assert.notEqual(refreshToken(), before, how)
  }
  await renews('by a renewal')
  const [gone, moved] = [`http://localhost:${await freePort()}`, shop.url.replace('localhost', '127.0.0.1')]
  await shop.restart({ PUBLIC_URL: gone })
  await renews('at the address that it was built for')
  server = moved
  await shop.restart({ PUBLIC_URL: moved })
  await renews('at the address that a newer version was built for, because the one in the lease leads nowhere')
  server = gone
  await renews('at the address in the lease')
  server = moved
  await visitor.post('/api/v1/account/devices/sign-out')
  const again = await start()
  assert.match(again[0] ?? '', /^Open /, 'the refusal is signed, so the program asks to sign in')
  assert.match(again[1] ?? '', greeting)

  cpSync(folder, copy, { recursive: true })
  for (const profile of [folder, copy])
    assert.match((await startIn(profile, () => undefined)).join(), greeting, 'both renew once')
  const key = readFileSync(join(folder, keyFile))
  const refused = await startIn(folder, (_line, end) => end())
  assert.match(refused[0] ?? '', /^Open /, 'one of the two is refused and asks to sign in')
  assert.notDeepEqual(readFileSync(join(folder, keyFile)), key)

  await shop.stop()
  assert.match((await startIn(copy, () => undefined)).join(), greeting, 'without a connection')
}

/** Responses of something between the program and the shop. The connection ends after each. */
const brokenResponses: Readonly<Record<string, string>> = {
  'is no HTTP': 'Please sign in to the network\r\n\r\n',
  'ends inside a chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n80\r\n{"licence":"',
  'names an unknown charset': json('{}', '; charset=unknown'),
  'is nested deeply': json('['.repeat(100_000)),
  'has half of a surrogate pair': json('{"error":"\\ud800","licence":"\\ud800","refresh_token":"x"}'),
}

function json(body: string, charset = ''): string {
  const headers = [`Content-Type: application/json${charset}`, `Content-Length: ${body.length}`, 'Connection: close']
  return ['HTTP/1.1 200 OK', ...headers, '', body].join('\r\n')
}

/**
 * Returns what a program prints that gets these responses, one for each request. It has no licence, only this memory.
 */
async function printedAfter({ command }: Sample, responses: string[], memory: object): Promise<string> {
  let requests = 0
  const server = createServer((request) => {
    request.resume().on('end', () => request.socket.end(responses[requests++] ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  whenOver(() => void server.close())
  const folder = givenAFolder()
  writeFileSync(join(folder, 'keys.json'), '{"keys":[]}')
  writeFileSync(join(folder, 'licence.json'), JSON.stringify(memory))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [program = '', ...words] = command
  // Without a licence it ends with status 1.
  const ended = await run(program, [...words, address, `${address}/licence`, folder]).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  assert.equal(requests, responses.length)
  return ended.stdout + ended.stderr
}

async function ignoreBrokenResponses(sample: Sample): Promise<void> {
  for (const [what, response] of Object.entries(brokenResponses))
    assert.equal((await printedAfter(sample, [response], { refresh: 'tlr_x' })).trim(), 'Not licensed: none', what)
}

async function pollAgain(sample: Sample): Promise<void> {
  const code = json('{"device_code":"x","user_code":"BCDF-GHJK","verification_uri":"http://x/device","interval":0}')
  const refused = json('{"error":"access_denied"}').replace('200 OK', '400 Bad Request')
  for (const lost of ['', json('{}').replace('200 OK', '503 Service Unavailable')])
    assert.match(await printedAfter(sample, [code, lost, refused], {}), /The sign-in failed: access_denied/)
}

const typedCode: Sample['allow'] = async (line, visitor) => {
  const [, address, code] = /^Open (\S+\/device) and type ([A-Z]{4}-[A-Z]{4})$/.exec(line) ?? []
  if (address !== undefined && code !== undefined) await typing(visitor)(code, address)
}
const browser: Sample['allow'] = async (line, visitor) => {
  const [, address] = /^Open (\S+\/licence\/authorize\?\S+)$/.exec(line) ?? []
  if (address !== undefined) await allowing(visitor)(address)
}
const all = /^(\d+) of \1 vectors$/m

describe('the sample in Python', () => {
  it('returns the expected result for every vector, after broken responses, and in each step of its user’s life', async (context) => {
    if (!hasPython) return context.skip('python3 with PyJWT and cryptography is not installed.')
    assert.match((await outputOf('python3', join(samples, 'licence.py'), vectors)) ?? '', all)
    const sample: Sample = { command: ['python3', join(samples, 'program.py')], keyFile: 'key.pem', allow: typedCode }
    await ignoreBrokenResponses(sample)
    await pollAgain(sample)
    await liveWith(sample)
  }, 240_000)
})

describe('the sample in C++', () => {
  it('returns the expected result for every vector, after broken responses, and in each step of its user’s life', async (context) => {
    if (!hasLibraries) return context.skip('g++ with OpenSSL 3, libcurl and nlohmann/json is not installed.')
    const program = join(build, 'licence')
    const source = join(samples, 'licence.cpp')
    await run('g++', ['-std=c++20', '-Wall', '-Wextra', '-Werror', source, '-lcrypto', '-lcurl', '-o', program])
    assert.match((await outputOf(program, 'vectors', vectors)) ?? '', all)
    const sample: Sample = { command: [program, 'run'], keyFile: 'key.pem', allow: typedCode }
    await ignoreBrokenResponses(sample)
    await pollAgain(sample)
    await liveWith(sample)
  }, 240_000)
})

describe('the sample in C#', () => {
  it('returns the expected result for every vector, after broken responses, and in each step of its user’s life', async (context) => {
    if (dotnet === undefined) return context.skip('The .NET SDK is not installed.')
    // The code is also that of the last .NET Core, which has fewer calls.
    const framework = Number(dotnet) < 5 ? 'netcoreapp3.1' : `net${dotnet}.0`
    const sources = givenAFolder()
    cpSync(join(samples, 'csharp'), sources, { recursive: true })
    const options = [`-p:TargetFramework=${framework}`, '-p:TreatWarningsAsErrors=true', '-o', join(sources, 'out')]
    await run('dotnet', ['build', sources, ...options], { timeout: 120_000 })
    const program = join(sources, 'out', 'licence.dll')
    assert.match((await outputOf('dotnet', program, 'vectors', vectors)) ?? '', all)
    const sample: Sample = { command: ['dotnet', program, 'run'], keyFile: 'key', allow: browser }
    await ignoreBrokenResponses(sample)
    await liveWith(sample)
  }, 240_000)
})

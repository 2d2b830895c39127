import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it, test } from 'vitest'
import {
  licenceVectorsText,
  vectorFile,
  type LicenceVector,
  type LicenceVectors,
} from '../../scripts/docs/licence-vectors.ts'
import { stateAt } from './state.ts'
import { readLease, readRefusal } from './statements.ts'

const text = readFileSync(new URL(`../../${vectorFile}`, import.meta.url), 'utf8')
const { issuer, product, jkt, keys, vectors } = JSON.parse(text) as LicenceVectors

async function outcome(vector: LicenceVector): Promise<LicenceVector['expected']> {
  const known = vector.keys.map((name) => keys[name] ?? assert.fail(name))
  const trust = { issuer, product, keys: known as object[], sandbox: vector.sandbox ?? false }
  const times = { floor: vector.floor ?? 0, mark: vector.mark ?? 0 }
  if (vector.request !== undefined) {
    const refusal = await readRefusal(vector.token, trust, jkt, vector.request)
    return 'why' in refusal ? refusal : { state: stateAt(null, refusal.valid, times, vector.now).state }
  }
  const lease = await readLease(vector.token, trust, jkt)
  return 'why' in lease ? lease : { state: stateAt(lease.valid, null, times, vector.now).state }
}

describe('a vector', () => {
  for (const vector of vectors)
    it(`${vector.name}: ${JSON.stringify(vector.expected)}`, async () =>
      assert.deepEqual(await outcome(vector), vector.expected))
})

test('there are enough vectors with unique names, and the file is up to date', () => {
  assert.ok(vectors.length >= 40)
  assert.ok(vectors.filter(({ expected }) => 'why' in expected).length >= 30)
  assert.equal(new Set(vectors.map(({ name }) => name)).size, vectors.length)
  assert.equal(text, licenceVectorsText())
})

test('a text of 5 MB is refused before it is parsed', async () => {
  const read = await readLease('x'.repeat(5_000_000), { issuer, product, keys: [] }, jkt)
  assert.deepEqual(read, { why: 'too-long' })
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, test } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { root } from '../run.ts'
import { cataloguePage } from './file-schemas.ts'

const read = (name: string) => JSON.parse(readFileSync(join(root, 'brand', name), 'utf8')) as Record<string, unknown>

test('the page of a file lists nested alternatives, each with its kind', () => {
  const row = cataloguePage()
    .split('\n')
    .find((line) => line.includes('`products[].picture`'))
  assert.match(row ?? '', /^\| `products\[\]\.picture` \| `sample-analytics`, `sample-statistics` or string \|/)
})

for (const name of ['catalogue', 'brand']) {
  const file = read(`${name}.json`)
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(read(`${name}.schema.json`))

  describe(`the schema of the ${name} file`, () => {
    it('accepts the sample', () => {
      assert.equal(validate(file), true, JSON.stringify(validate.errors))
    })

    it('rejects an unknown field and a missing one', () => {
      assert.equal(validate({ ...file, colour: 'red' }), false)
      const [first = '', ...others] = Object.keys(file).filter((key) => key !== '$schema')
      assert.equal(validate(Object.fromEntries(others.map((key) => [key, file[key]]))), false, first)
    })

    it('is named in the sample, so that editors find it', () => {
      assert.equal(file['$schema'], `./${name}.schema.json`)
    })
  })
}

import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { variables } from './config-variables.ts'
import { listVariables, variablesInWords } from './describe-variables.ts'

const described = variablesInWords().flatMap((group) => group.variables)

describe('descriptions of the variables', () => {
  it('describe each variable exactly once', () => {
    const names = described.map(({ name }) => name)
    assert.deepEqual(names.toSorted(), Object.keys(variables.shape).toSorted())
  })

  it('state the default that the server uses', () => {
    const defaults = Object.entries(variables.parse({})).filter(([, value]) => value !== undefined)
    assert.ok(defaults.length > 5)
    for (const [name, value] of defaults) {
      assert.equal(
        described.find((one) => one.name === name)?.fallback,
        Array.isArray(value) ? 'none' : String(value),
        name,
      )
    }
  })

  it('give an example that is valid', () => {
    for (const { name, example } of described) {
      if (example === '') continue
      const { error } = variables.safeParse({ [name]: example })
      assert.equal(error, undefined, name)
    }
  })

  it('are listed with the state of each variable and without values', () => {
    const text = listVariables({ PORT: '4999', SECRET_FILE: '/run/secrets/one' })
    assert.match(text, /PORT \(set\)/)
    assert.match(text, /SECRET \(set by SECRET_FILE\)/)
    assert.match(text, /DEFAULT_COUNTRY \(default: US\)/)
    assert.doesNotMatch(text, /4999|run\/secrets/)
  })
})

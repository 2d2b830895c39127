import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { answerSchema } from './answer-schema.ts'

test('answerSchema › what may be null is nullable, whatever it is, and nothing is left to check while writing', () => {
  const shape = z.object({
    day: z.iso.datetime().nullable(),
    plan: z.object({ days: z.int().nullable(), format: z.string() }).nullable(),
    format: z.string(),
    role: z.enum(['one', 'other']).nullable(),
  })
  const { properties } = answerSchema(shape) as { properties: Record<string, Record<string, unknown>> }
  assert.deepEqual(properties['day'], { type: 'string', nullable: true })
  assert.equal(properties['plan']?.['nullable'], true)
  assert.deepEqual(properties['format'], { type: 'string' }, 'a property called format is no format')
  assert.deepEqual(properties['role'], { type: 'string', nullable: true }, 'null is in no list of words')
  assert.ok(!JSON.stringify(properties).includes('anyOf'))
})

test('answerSchema › a choice between two kinds stays one', () => {
  const { anyOf } = answerSchema(z.union([z.literal('anonymousUser'), z.object({ id: z.string() })]))
  assert.equal((anyOf as unknown[]).length, 2)
})

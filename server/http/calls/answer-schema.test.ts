import assert from 'node:assert/strict'
import { test } from 'vitest'
import fastify from 'fastify'
import { z } from 'zod'
import { contract } from '../../../contract/contract.ts'
import { answerSchema } from './answer-schema.ts'

test('every nullable value is declared nullable, and nothing is validated while writing', () => {
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

test('answerSchema › a choice between two kinds remains a choice', () => {
  const { anyOf } = answerSchema(z.union([z.literal('anonymousUser'), z.object({ id: z.string() })]))
  assert.equal((anyOf as unknown[]).length, 2)
})

test('answerSchema › objects that differ only in nulls and optional fields are written without a choice', async (t) => {
  const common = z.object({ id: z.string(), plan: z.object({ name: z.string() }), extendableTo: z.string().optional() })
  const schema = answerSchema(z.union([common, z.object({ id: z.null(), plan: z.null() })]))
  assert.ok(!JSON.stringify(schema).includes('anyOf'))
  const lines = [
    { id: 'a', plan: { name: 'b' }, extendableTo: 'c' },
    { id: 'a', plan: { name: 'b' } },
    { id: null, plan: null },
  ]
  const app = fastify()
  t.onTestFinished(() => app.close())
  app.get('/', { schema: { response: { 200: { type: 'array', items: schema } } } }, () => lines)
  assert.equal((await app.inject('/')).body, JSON.stringify(lines))
})

test('answerSchema › objects that differ in required fields remain a choice', () => {
  const schema = answerSchema(z.union([z.object({ id: z.string() }), z.object({ id: z.null(), name: z.string() })]))
  assert.equal((schema['anyOf'] as unknown[]).length, 2)
})

test('answerSchema › no line of the users list is compared with several schemas', () => {
  assert.ok(!JSON.stringify(answerSchema(contract['GET /api/v1/subscriptions'].output)).includes('anyOf'))
})

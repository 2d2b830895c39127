import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { aRegistration, givenAShop, type TestShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import { sentencesOf } from '../../support/sentences.ts'
import { onlyForTrials } from '../../support/trial-fields.ts'

const shop: TestShop = await givenAShop()

async function register(body: unknown, plan = 'statistics-trial') {
  const answer = await shop.visitor().post('/api/v1/users', body, { 'x-selected-product': plan })
  const { message, errors, requestId } = (await answer.json()) as {
    message: string
    errors: unknown
    requestId: string
  }
  return { status: answer.status, message, errors: sentencesOf(errors), requestId }
}

const good = (changes: Record<string, unknown> = {}) =>
  aRegistration({ country: 'US', state: 'TX', industry: 'Other', otherIndustry: true, affirmation: true, ...changes })
const phone = (changes: Record<string, string>) => ({
  phone: { countryCode: '+1', phoneNumber: '5551234567', ...changes },
})

const email = 'Email address is not valid'
const required = 'This field is required'

// Every rule of every field is tested in domain/registration/.
describe('POST /api/v1/users', () => {
  test('returns the first broken rule of every field in the order of the form, and the first as the message; nothing changes [5.12, 5.13]', async () => {
    const wrong = {
      email: 'jane',
      company: '#'.repeat(100),
      country: 'GB',
      phone: {},
      industry: 'Energy',
      termsAndConditions: false,
    }
    const { status, message, errors, requestId } = await unchanged(shop, () => register(good(wrong)))
    assert.match(requestId, /^[0-9a-f-]{36}$/)
    assert.deepEqual({ status, message }, { status: 400, message: email })
    assert.deepEqual(errors, [
      { field: 'email', message: email },
      { field: 'company', message: 'Length should be less than 100 characters' },
      { field: 'phone.countryCode', message: required },
      { field: 'phone.phoneNumber', message: required },
      { field: 'termsAndConditions', message: required },
    ])
  })

  test('returns every field of the plan for an empty form [5.10]', async () => {
    const fieldsOf = async (plan: string) =>
      ((await register({}, plan)).errors as { field: string }[]).map(({ field }) => field)
    assert.deepEqual(await fieldsOf('analytics-annual'), [
      'email',
      'firstName',
      'lastName',
      'company',
      'country',
      'termsAndConditions',
    ])
    assert.deepEqual(await fieldsOf('analytics-trial'), [
      'email',
      'firstName',
      'lastName',
      'company',
      'country',
      ...onlyForTrials,
      'termsAndConditions',
    ])
  })

  test('reports a value of the wrong type as invalid input [5.13]', async () => {
    for (const body of [[], 'text', 7]) {
      const { requestId: _id, ...answer } = await unchanged(shop, () => register(body))
      assert.deepEqual(answer, { status: 400, message: 'The input is invalid', errors: [] })
    }
  })

  test('returns 201 for values exactly at each limit [9.4]', async () => {
    const longest = `${'x'.repeat(64)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`
    for (const changes of [
      { email: longest },
      { firstName: '👩'.repeat(99) },
      { company: "O'Brien & Söhne, (Ltd.) 1+1=2!" },
      phone({ phoneNumber: '12345' }),
      phone({ phoneNumber: '1234567890123' }),
    ])
      assert.equal((await register(good(changes))).status, 201, JSON.stringify(changes))
  })
})

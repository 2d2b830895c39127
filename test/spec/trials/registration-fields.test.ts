import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import { aRegistration, givenAShop, type TestShop } from '../../support/given.ts'
import { unchanged } from '../../support/unchanged.ts'
import { sentencesOf } from '../../support/sentences.ts'

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

const email = 'Email address is not valid'
const required = 'This field is required'

// Every rule of every field is tested in domain/registration/.
describe('POST /api/v1/users', () => {
  test('returns the first broken rule of every field in the order of the form, and the first as the message, also for input of the wrong type; nothing changes [5.12, 5.13]', async () => {
    const wrong = {
      email: 'jane',
      company: '#'.repeat(100),
      country: 'GB',
      phone: {},
      industry: 'Energy',
      termsAndConditions: false,
    }
    for (const body of [[], 'text', 7]) {
      const { requestId: _id, ...answer } = await unchanged(shop, () => register(body))
      assert.deepEqual(answer, { status: 400, message: 'The input is invalid', errors: [] })
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

  test('returns 201 for values exactly at each limit [9.4]', async () => {
    const longest = `${'x'.repeat(64)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`
    const phone = { countryCode: '+1', phoneNumber: '1234567890123' }
    const firstName = '👩'.repeat(99)
    assert.equal(
      (await register(good({ email: longest, firstName, company: "O'Brien & Söhne, (Ltd.) 1+1=2!", phone }))).status,
      201,
    )
  })
})

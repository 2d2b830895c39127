import assert from 'node:assert/strict'
import { describe, test } from 'vitest'
import type { PlanView } from '../../domain/catalogue/plan.ts'
import type { FormPerson } from '../shapes/known-values.ts'
import { accountForms } from './account-forms.ts'
import type { FormCall } from './form-call.ts'
import { orderForm } from './order-form.ts'
import { sendTrialForm } from './trial-form.ts'

const trial = { name: 'analytics-trial', type: 'trial', requiresAffirmation: false } as PlanView
const monthly = { name: 'analytics-monthly', type: 'subscription', requiresAffirmation: false } as PlanView
const stranger: FormPerson = { user: null, subscriber: null }
const jane = {
  user: { email: 'jane@example.com', firstName: 'Jane', lastName: 'Doe' },
  subscriber: { company: 'Northwind', country: 'GB', state: null, phone: null, jobTitle: null, industry: null },
} as unknown as FormPerson

/** Records the calls of a form. `answers` are returned in turn; an error is thrown. */
function recorder(...answers: unknown[]) {
  const made: [name: string, input: unknown][] = []
  const call = ((name: string, input: unknown) => {
    made.push([name, input])
    const answer = answers.shift() ?? {}
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  }) as FormCall
  const bodies = () => made.map(([, input]) => (input as { body: Record<string, unknown> }).body)
  return { made, call, bodies }
}

describe('the trial form', () => {
  test('registers once when checkout fails repeatedly, and again for changed values', async () => {
    const { made, call, bodies } = recorder(
      { trialToken: 'one' },
      new Error('offline'),
      {},
      { trialToken: 'two' },
      {},
      { trialToken: 'three' },
      {},
    )
    const registered = {}
    const values = { email: ' jane@example.com ', country: 'GB' }
    await assert.rejects(sendTrialForm(call, trial, stranger, values, registered), /offline/)
    await sendTrialForm(call, trial, stranger, values, registered)
    await sendTrialForm(call, trial, stranger, { ...values, email: 'joan@example.com' }, registered)
    await sendTrialForm(call, trial, stranger, { ...values, email: 'joan@example.com', country: 'DE' }, registered)
    const brief = made.map(([name, input]) => [name, (input as { headers: Record<string, string> }).headers])
    const register = ['POST /api/v1/users', { 'x-selected-product': trial.name }]
    const checkOut = (token: string) => ['POST /api/v1/plans/{name}/checkout', { 'x-trial-token': token }]
    assert.deepEqual(brief, [
      register,
      checkOut('one'),
      checkOut('one'),
      register,
      checkOut('two'),
      register,
      checkOut('three'),
    ])
    const { email, country, termsAndConditions, ...empty } = bodies()[0] ?? {}
    assert.deepEqual([email, country, termsAndConditions], ['jane@example.com', 'GB', false])
    assert.deepEqual(new Set(Object.values(empty)), new Set(['']))
  })

  test('sends a signed-in person’s stored details whatever was entered for them, and never an email address', async () => {
    const { made, call, bodies } = recorder()
    await sendTrialForm(call, trial, jane, { email: 'joan@example.com', firstName: 'Joan', industry: 'Energy' })
    assert.deepEqual(
      made.map(([name]) => name),
      ['POST /api/v1/plans/{name}/checkout'],
    )
    const { firstName, country, industry, email } = bodies()[0] ?? {}
    assert.deepEqual([firstName, country, industry, email], ['Jane', 'GB', 'Energy', undefined])
  })
})

test('the order form asks only for unknown fields, and sends the known ones with them', async () => {
  const { call, bodies } = recorder()
  const form = orderForm(monthly, jane)
  assert.deepEqual(form.fields, ['industry', 'otherIndustry', 'termsAndConditions'])
  await form.send(call, { industry: 'Energy', termsAndConditions: true })
  assert.deepEqual(bodies()[0], {
    name: monthly.name,
    firstName: 'Jane',
    lastName: 'Doe',
    company: 'Northwind',
    country: 'GB',
    industry: 'Energy',
    termsAndConditions: true,
  })
})

test('the account’s profile form sends only the language or only the address, and a blank address as null', async () => {
  const lines = { 'address.line1': ' ', 'address.line2': '', 'address.postalCode': '', 'address.city': '' }
  const { call, bodies } = recorder()
  await accountForms.profile(call, { language: 'de' })
  await accountForms.profile(call, { ...lines, vatId: '' })
  await accountForms.profile(call, { ...lines, 'address.city': 'Leeds' })
  const address = { line1: ' ', line2: '', postalCode: '', city: 'Leeds' }
  assert.deepEqual(bodies(), [{ language: 'de' }, { address: null, vatId: '' }, { address }])
})

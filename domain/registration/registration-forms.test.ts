import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import { countryCodes, dialCodes } from '../lists/countries.ts'
import { industries } from '../lists/industries.ts'
import { jobRoles } from '../lists/job-roles.ts'
import { regionsOf } from '../lists/regions.ts'
import { statesOf } from '../lists/states.ts'
import {
  checkoutForm,
  fieldFault,
  fromPayload,
  readForm,
  registrationForm,
  toPayload,
  validate,
  visibleFields,
  visibleValues,
  wrongFields,
} from './registration.ts'
import { sentenceOf } from './field-faults.ts'
import type { Value } from '../person/field-rules.ts'
import type { FieldName, Form, Values } from './registration.ts'
import { fieldMessages } from '#words/forms/fields.ts'

const trial = registrationForm({ type: 'trial', requiresAffirmation: true })
const purchase = registrationForm({ type: 'subscription', requiresAffirmation: true })

const name = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ'.,&()-]{1,99}$/)
const local = fc.stringMatching(/^[a-z0-9+'-]{1,64}$/)
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?$/)
const country = fc.oneof(fc.constantFrom('US', 'CA', 'UA'), fc.constantFrom(...countryCodes))

/** A valid form: every visible field has a good value, hidden ones may have any value. */
const filledIn: fc.Arbitrary<Values> = fc
  .record({
    email: fc.tuple(local, label, fc.constantFrom('com', 'co.uk', 'example')).map(([a, b, c]) => `${a}@${b}.${c}`),
    firstName: name,
    lastName: name,
    company: name,
    country,
    'phone.countryCode': fc.constantFrom(...dialCodes),
    // A number that begins with 00 states its own country code: phone.test.ts.
    'phone.phoneNumber': fc.stringMatching(/^[0-9]{5,13}$/).filter((number) => !number.startsWith('00')),
    jobFunction: fc.constantFrom(...jobRoles),
    industry: fc.oneof(fc.constant('Other'), fc.constantFrom(...industries)),
    otherIndustry: fc.boolean(),
    state: fc.string(),
    pick: fc.nat(),
  })
  .map(({ pick, ...values }) => {
    const [states, regions] = [statesOf(values.country), regionsOf(values.country)]
    return {
      ...values,
      state: states.at(pick % states.length)?.code ?? values.state,
      region: regions.at(pick % regions.length)?.code ?? values.state,
      otherIndustry: values.industry === 'Other' || values.otherIndustry,
      termsAndConditions: true,
      affirmation: true,
    }
  })

/** Values that break exactly one rule of one field, with the message of that rule. */
const faults: { field: FieldName; value: Value; message: string }[] = [
  { field: 'email', value: `${'a'.repeat(250)}@example.com`, message: 'Length should be less than 256 characters' },
  { field: 'email', value: 'jane..doe@example.com', message: 'Email address is not valid' },
  { field: 'email', value: `${'a'.repeat(65)}@example.com`, message: 'Email address is not valid' },
  ...(['firstName', 'lastName', 'company'] as const).flatMap((field) => [
    { field, value: 'n'.repeat(100), message: 'Length should be less than 100 characters' },
    { field, value: 'Jane <Doe>', message: 'Contains invalid characters' },
  ]),
  { field: 'country', value: 'United Kingdom', message: 'Invalid value' },
  { field: 'phone.countryCode', value: '+00', message: 'Invalid value' },
  { field: 'phone.phoneNumber', value: '1234', message: 'This phone number is not valid' },
  { field: 'phone.phoneNumber', value: '12345678901234', message: 'This phone number is not valid' },
  { field: 'jobFunction', value: 'Astronaut', message: 'Invalid value' },
  { field: 'industry', value: 'Alchemy', message: 'Invalid value' },
  ...trial.map((field) => ({ field, value: '', message: 'This field is required' })),
  { field: 'termsAndConditions', value: false, message: 'This field is required' },
  { field: 'affirmation', value: false, message: 'This field is required' },
]

/**
 * Written independently from the specification: the state only for US and CA, the box only for Other, and the region
 * for Ukraine.
 */
function shouldShow(field: FieldName, values: Values): boolean {
  if (field === 'region') return values.country === 'UA'
  if (field === 'state') return values.country === 'US' || values.country === 'CA'
  return field === 'otherIndustry' ? values.industry === 'Other' : true
}

describe('the forms', () => {
  it('ask for all fields for a trial, six for a purchase, and the affirmation if the plan requires it [2.31]', () => {
    assert.deepEqual(purchase, ['email', 'firstName', 'lastName', 'company', 'country', 'region', 'termsAndConditions'])
    assert.deepEqual(registrationForm({ type: 'trial', requiresAffirmation: false }), trial.slice(0, -1))
    assert.equal(trial.at(-1), 'affirmation')
    assert.equal(trial.length, 14)
  })

  it('ask at checkout for unknown fields, the industry and the agreements, each once', () => {
    const known = { email: 'jane@example.com', firstName: 'Jane', lastName: 'Doe', company: 'Northwind', country: 'US' }
    const always = ['industry', 'otherIndustry', 'termsAndConditions']
    const paid = { type: 'subscription', requiresAffirmation: true } as const
    assert.deepEqual(checkoutForm({ type: 'trial', requiresAffirmation: true }, known), [
      'state',
      'phone.countryCode',
      'phone.phoneNumber',
      'jobFunction',
      ...always,
      'affirmation',
    ])
    assert.deepEqual(checkoutForm({ ...paid, requiresAffirmation: false }, { ...known, country: 'UA' }), [
      'region',
      ...always,
    ])
    assert.deepEqual(checkoutForm(paid, { ...known, company: '' }), ['company', ...always, 'affirmation'])
    assert.deepEqual(checkoutForm({ ...paid, requiresAffirmation: false }, known), always)
  })

  it('find no fault in a valid form', () => {
    fc.assert(
      fc.property(filledIn, fc.constantFrom(trial, purchase), (values, form) => {
        assert.deepEqual(validate(form, values), {})
      }),
    )
  })

  it('report exactly the one fault of a form, under its field', () => {
    fc.assert(
      fc.property(filledIn, fc.constantFrom(...faults), (values, { field, value, message }) => {
        const spoilt = { ...values, [field]: value }
        if (!shouldShow(field, spoilt)) return
        // Another country changes the states, and another industry hides the box, so only the field's own error is
        // compared there.
        const own =
          field === 'country' || field === 'industry'
            ? { [field]: validate(trial, spoilt)[field] }
            : validate(trial, spoilt)
        const sentences = Object.entries(own).map(([name, fault]) => [name, sentenceOf(fault, fieldMessages)])
        assert.deepEqual(Object.fromEntries(sentences), { [field]: message })
      }),
    )
  })

  it('show the state for US and CA, the region for Ukraine and the box for Other only, and drop hidden values [4.12]', () => {
    const anyValue = fc.oneof(fc.string(), fc.boolean(), fc.constantFrom('US', 'CA', 'UA', 'Other', 'GB', 'TX', ' US '))
    const anyValues = fc.record(Object.fromEntries(trial.map((field) => [field, anyValue])), { requiredKeys: [] })
    fc.assert(
      fc.property(fc.oneof(filledIn, anyValues), (given) => {
        const values: Values & { country: string; industry: string } = {
          ...given,
          country: String(given.country ?? '').trim(),
          industry: String(given.industry ?? '').trim(),
        }
        const expected: Form = trial.filter((field) => shouldShow(field, values))
        assert.deepEqual(visibleFields(trial, values), expected)
        const stated = expected.filter((field) => field !== 'region' || values.region !== undefined)
        assert.deepEqual(Object.keys(visibleValues(trial, values)), stated)
        assert.ok(Object.keys(validate(trial, values)).every((field) => expected.includes(field as FieldName)))
      }),
    )
  })

  it('can be sent exactly if every visible field has a value and none has a fault [5.15]', () => {
    const steps = fc.array(fc.constantFrom(...faults), { maxLength: 4 })
    fc.assert(
      fc.property(filledIn, steps, (values, wrong) => {
        const after = wrong.reduce<Values>((all, { field, value }) => ({ ...all, [field]: value }), values)
        const faultless = trial
          .filter((field) => shouldShow(field, after))
          .every((field) => fieldFault(field, after) === undefined)
        assert.equal(Object.keys(validate(trial, after)).length === 0, faultless)
      }),
    )
  })

  it('lose nothing: values converted to a payload and back are the same [3.5]', () => {
    fc.assert(
      fc.property(filledIn, (values) => {
        const sent = visibleValues(trial, values)
        assert.deepEqual(fromPayload(toPayload(sent)), sent)
        assert.deepEqual(validate(trial, sent), {})
        assert.deepEqual(visibleValues(trial, sent), sent)
      }),
    )
  })

  it('trim the texts they keep, and store ticks as true or false', () => {
    assert.deepEqual(
      visibleValues(['email', 'termsAndConditions', 'company'], { email: ' a@b.de ', termsAndConditions: 'yes' }),
      {
        email: 'a@b.de',
        termsAndConditions: false,
        company: '',
      },
    )
  })

  it('list faults in the order of their fields: the same ones as under the fields, apart from the region', () => {
    const steps = fc.array(fc.constantFrom(...faults), { maxLength: 4 })
    fc.assert(
      fc.property(filledIn, steps, (values, wrong) => {
        const after = wrong.reduce<Values>((all, { field, value }) => ({ ...all, [field]: value }), values)
        const listed = wrongFields(trial, after).filter(({ field }) => field !== 'region')
        const { region: _, ...others } = validate(trial, after)
        assert.deepEqual(Object.fromEntries(listed.map(({ field, fault }) => [field, fault])), others)
        const places = listed.map(({ field }) => trial.indexOf(field as FieldName))
        assert.deepEqual(
          places,
          places.toSorted((one, other) => one - other),
        )
      }),
    )
  })

  it('require a region in Ukraine, which a call may omit; a stated region must exist', () => {
    const form: Form = ['country', 'region']
    const regionFault = (region?: string) =>
      fieldFault('region', { country: 'UA', ...(region === undefined ? {} : { region }) })
    assert.deepEqual(validate(form, { country: 'UA' }), { region: { code: 'required' } })
    assert.deepEqual(wrongFields(form, { country: 'UA' }), [])
    for (const { code } of regionsOf('UA')) {
      assert.deepEqual(wrongFields(form, { country: 'UA', region: code }), [], code)
      assert.equal(regionFault(code), undefined)
    }
    for (const region of ['99', '3', '320', 'x32', '32x', 'UA-32', 'Kyiv'])
      assert.deepEqual(
        wrongFields(form, { country: 'UA', region }),
        [{ field: 'region', fault: { code: 'invalidValue' } }],
        region,
      )
    // Forms leave to the server whether a region exists, because they would have to load all names.
    assert.equal(regionFault('99'), undefined)
    for (const region of ['3', '320', 'x32', '32x'])
      assert.deepEqual(regionFault(region), { code: 'invalidValue' }, region)
    assert.deepEqual(visibleValues(form, { country: 'UA' }), { country: 'UA' })
    assert.deepEqual(visibleValues(form, { country: 'UA', region: '32' }), { country: 'UA', region: '32' })
    assert.deepEqual(visibleValues(form, { country: 'GB', region: '32' }), { country: 'GB' })
  })

  it('are read from a browser’s form data: ticks as true or false, texts if present, nothing else', () => {
    const form: Form = ['email', 'company', 'termsAndConditions', 'affirmation', 'otherIndustry']
    const sent = {
      email: ' a@b.de ',
      termsAndConditions: 'on',
      affirmation: 'true',
      otherIndustry: 'no',
      country: 'GB',
    }
    assert.deepEqual(readForm(form, sent), {
      email: ' a@b.de ',
      termsAndConditions: true,
      affirmation: true,
      otherIndustry: false,
    })
    assert.deepEqual(readForm(form, {}), { termsAndConditions: false, affirmation: false, otherIndustry: false })
  })

  it('contain only the parts of a phone number that the payload has', () => {
    assert.deepEqual(fromPayload({ email: 'a@b.de' }), { email: 'a@b.de' })
    assert.deepEqual(fromPayload({ phone: {} }), {})
    assert.deepEqual(fromPayload({ phone: { countryCode: '+44' } }), { 'phone.countryCode': '+44' })
    assert.deepEqual(fromPayload({ phone: { phoneNumber: '77009' } }), { 'phone.phoneNumber': '77009' })
    assert.deepEqual(toPayload({ email: 'a@b.de' }), { email: 'a@b.de' })
    assert.deepEqual(toPayload({ 'phone.countryCode': '+44' }), { phone: { countryCode: '+44' } })
  })
})

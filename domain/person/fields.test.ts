import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import { visibleValues } from '../registration/registration.ts'
import { personFieldNames, personFields, shownNames, type PersonColumns } from './fields.ts'
import { columnsOf, valuesOf, viewPerson } from './person.ts'

const jane = {
  email: 'jane@northwind.example',
  firstName: 'Jane',
  lastName: 'Doe',
  company: 'Northwind',
  country: 'US',
  state: 'TX',
  'phone.countryCode': '+1',
  'phone.phoneNumber': '5551234567',
  jobFunction: 'Analyst',
  industry: 'Energy',
}

const nothing = columnsOf(personFieldNames, {})

describe('a person’s fields', () => {
  it('are read from their columns as they were entered', () => {
    const stored: PersonColumns = columnsOf(personFieldNames, jane)
    assert.deepEqual(valuesOf(viewPerson(stored)), jane)
    const ukrainian = visibleValues(personFieldNames, { ...jane, country: 'UA', region: '30' })
    assert.deepEqual(valuesOf(viewPerson(columnsOf(personFieldNames, ukrainian))), ukrainian)
  })

  it('are null in a nullable column, and an empty text in others', () => {
    for (const field of personFieldNames) {
      const { column, nullable } = personFields[field]
      assert.equal(nothing[column], nullable ? null : '', field)
    }
    assert.deepEqual(Object.keys(viewPerson(nothing)).toSorted(), [...shownNames].toSorted())
  })

  it('form an object only if none of its parts is missing', () => {
    assert.deepEqual(viewPerson(columnsOf(personFieldNames, jane)).phone, {
      countryCode: '+1',
      phoneNumber: '5551234567',
    })
    assert.equal(viewPerson({ ...columnsOf(personFieldNames, jane), phone_country_code: null }).phone, null)
    assert.equal(viewPerson({ ...columnsOf(personFieldNames, jane), phone_number: null }).phone, null)
  })

  it('are required by every registration if their column is not nullable', () => {
    for (const { nullable, forms } of Object.values(personFields))
      if (!nullable) assert.deepEqual(forms, ['trial', 'subscription'])
  })
})

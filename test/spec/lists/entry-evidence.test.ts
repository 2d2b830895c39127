import assert from 'node:assert/strict'
import { test } from 'vitest'
import { idOf, read } from '../../support/admin/admin-page.ts'
import { anAdd, anAlt, anSdn, givenAFolder } from '../../support/screening/given-lists.ts'
import { givenAnAdministrator, givenAShop, givenATrialUser } from '../../support/given.ts'

type Products = { title: string; classification: string | null }[]
type Match = { kind: string; details?: { birthDates?: string[] }; place?: { agrees: boolean; share: number } }

test('the review and the auditor’s export contain the remarks, with countries for or against the match, thresholds and list editions', async () => {
  const folder = givenAFolder()
  const people = ['KARNOVAK, Zoltan', 'ALVARADO, Ximena', 'OKONKWO, Chidi', 'VANTONGEREN, Ilse']
  folder.put(
    'sdn.csv',
    anSdn(
      people.map((name, at) => ({
        number: at + 1,
        name,
        type: 'individual',
        ...(at === 0 && { remarks: 'DOB 1961' }),
      })),
    ),
  )
  folder.put('alt.csv', anAlt([{ number: 1, name: 'KARNOWAK, Zoltan' }]))
  folder.put('add.csv', anAdd([1, 2]))
  const shop = await givenAShop({ SCREENING_DIR: folder.path, SCREENING_SETTLE: '0.05' })
  const administrator = await givenAnAdministrator(shop)
  const matchOf = async (country: string, phone: object) => {
    const { email } = await givenATrialUser(shop, { firstName: 'Zoltan', lastName: 'Karnovak', country, phone })
    const path = `/api/v1/reviews?subscriber=${await idOf(shop, email)}`
    const [review] = await read<{ reasons: Match[]; products: Products }[]>(administrator, path)
    assert.deepEqual(review?.products, [{ title: 'Parallax Analytics', classification: '5D992.c' }])
    return review.reasons.find(({ kind }) => kind === 'list')
  }
  const british = await matchOf('GB', { countryCode: '+44', phoneNumber: '7700900123' })
  assert.deepEqual(british?.details?.birthDates, ['1961'])
  assert.deepEqual(british.place, { agrees: false, share: 0 })
  const spanish = await matchOf('ES', { countryCode: '+34', phoneNumber: '612345678' })
  assert.equal(spanish?.place?.agrees, false)
  const text = await (await administrator.get('/api/v1/export/screening')).text()
  assert.match(text, /analytics 5D992\.c/)
  assert.match(text, /Addresses: Havana, Cuba \| Born: 1961/)
  assert.match(text, /"hold 0\.82, review 0\.72"|hold 0\.82, review 0\.72/)
  assert.match(
    text,
    /4 entries; files \(rows, SHA-256\): sdn\.csv 4 [0-9a-f]{64}; alt\.csv 1 [0-9a-f]{64}; add\.csv 2 [0-9a-f]{64}; in force/,
  )
})

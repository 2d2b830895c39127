import assert from 'node:assert/strict'
import { test } from 'vitest'
import fc from 'fast-check'
import { clearList, givenListed } from '../../support/admin/given-admin.ts'
import { givenAnAdministrator, givenAShop } from '../../support/given.ts'
import { idOf, pagesOf, read } from '../../support/admin/admin-page.ts'
import { givenASubscriber } from '../../support/billing/given-buyer.ts'

const shop = await givenAShop()
const administrator = await givenAnAdministrator(shop)

type Found = { subscriber: { email: string; firstName: string; lastName: string; company: string } }

async function search(text: string, more = ''): Promise<Found[]> {
  const answer = await administrator.get(
    `/api/v1/subscriptions?include=subscribers&limit=500&search=${encodeURIComponent(text)}${more}`,
  )
  const body = await answer.text()
  assert.equal(answer.status, 200, `${JSON.stringify(text)}: ${body}`)
  return JSON.parse(body) as Found[]
}
const names = async (text: string) => (await search(text)).map(({ subscriber }) => subscriber.firstName)

async function givenFour() {
  await clearList(shop)
  await givenListed(shop, [
    { firstName: 'Zoë', lastName: 'García-Müller', email: 'z.garcia@north.example', company: 'Northwind Bottling' },
    { firstName: 'Дмитрий', lastName: 'Петров', email: 'petrov@east.example', company: '株式会社田中製作所' },
    {
      firstName: 'Anna',
      lastName: 'O’Neill',
      email: 'anna+desk@south.example',
      company: '100% Pure_Water \\ Co',
      holds: [{}],
    },
    { firstName: 'Joanna', lastName: 'Banana', email: 'joanna@south.example', company: 'Söderström & Söner' },
  ])
}

test('a search finds any fragment of three letters or more in name, email or company, in any case and accents; several words match in any field, and no fragment across two [7.20]', async () => {
  await givenFour()
  const expected: [text: string, found: string[]][] = [
    ['zoe', ['Zoë']],
    ['ZOË', ['Zoë']],
    ['oë garc', ['Zoë']],
    ['ia-mul', ['Zoë']],
    ['thwin', ['Zoë']],
    ['NORTH', ['Zoë']],
    ['ann', ['Anna', 'Joanna']],
    ['ana', ['Joanna']],
    ['дмитрий пет', ['Дмитрий']],
    ['ТРО', ['Дмитрий']],
    ['田中製', ['Дмитрий']],
    ['会社田', ['Дмитрий']],
    ['soder', ['Joanna']],
    ['ström & s', ['Joanna']],
    ['south.exam', ['Anna', 'Joanna']],
    ['  zoe   garcía  ', ['Zoë']],
    ['garcia zoe', ['Zoë']],
    ['bottling zoe north.exam', ['Zoë']],
    ['ann neill south', ['Anna']],
    ['zoe nobody', []],
    ['zoe\tgarcia', ['Zoë']],
    ['nobody', []],
    ['Müllerz', []],
    ['examplenorth', []],
    // Characters with a meaning for the database have none.
    ['___', []],
    ['0% p', ['Anna']],
    ['e_w', ['Anna']],
    ['ter \\ co', ['Anna']],
    ['a%a', []],
  ]
  for (const [text, found] of expected) assert.deepEqual(await names(text), found, text)
})

test('one or two letters find the beginnings of words', async () => {
  await givenFour()
  const expected: [text: string, found: string[]][] = [
    ['an', ['Anna']],
    ['b', ['Joanna', 'Zoë']],
    ['bo', ['Zoë']],
    ['ba', ['Joanna']],
    ['Zo', ['Zoë']],
    ['д', ['Дмитрий']],
    ['株', ['Дмитрий']],
    ['中', []],
    ['o', ['Anna']],
    ['na', []],
    ['&', ['Joanna']],
    ['%', []],
    ['1', ['Anna']],
  ]
  for (const [text, found] of expected) assert.deepEqual(await names(text), found, text)
})

test('the code of a country in capitals finds its people, UK those of the United Kingdom', async () => {
  await clearList(shop)
  await givenListed(shop, [
    { firstName: 'Ava', lastName: 'Bell', email: 'a@one.example', company: 'One', country: 'GB' },
    { firstName: 'Ben', lastName: 'Cole', email: 'b@two.example', company: 'Two', country: 'IN' },
    { firstName: 'Ukko', lastName: 'Dahl', email: 'c@six.example', company: 'Six', country: 'FI' },
  ])
  assert.deepEqual(await names('GB'), ['Ava'])
  assert.deepEqual(await names('UK'), ['Ava', 'Ukko'])
  assert.deepEqual(await names('IN ben'), ['Ben'])
  assert.deepEqual(await names('in'), [])
})

test('a complete address finds its owner only, in any case, and an unknown one is treated as a fragment', async () => {
  await givenFour()
  await givenListed(shop, [{ firstName: 'Other', email: 'x.petrov@east.example' }])
  assert.deepEqual(await names('petrov@east.example'), ['Дмитрий'])
  assert.deepEqual(await names(' PETROV@EAST.example '), ['Дмитрий'])
  assert.deepEqual(await names('trov@east.example'), ['Other', 'Дмитрий'])
  assert.deepEqual(await names('trov@east.exa'), ['Other', 'Дмитрий'])
})

test('blanks alone, or marks that belong to letters, count as no search', async () => {
  await givenFour()
  for (const text of ['', '   ', '\t', '\u0301', ' \u0301 '])
    assert.equal((await names(text)).length, 4, JSON.stringify(text))
})

/** The kinds in the big list of naughty strings. */
const naughty = ['undefined', 'null', 'NaN', 'true', '0', '-1', '1e1000', '٠١٢', '９９', '-', '--', '..', '*', '%', '%%', '%s%n', '{}', '{{7*7}}', '${7*7}', '<script>alert(1)</script>', "' OR 1=1 -- ", "1'; select pg_sleep(5); --", '$1', "E'\\x27'", 'a\\', '\\\\x', '\\', '$(touch x)', '`x`', '../../etc/passwd%00', '=1+1', '@SUM(1)', '\u200b', '\u202etest', '\ufeff', '\ufffe', '\uffff', '\u2028', '田中さんにあげて下さい', '찦차를', 'Ⱥ', 'ĳ', 'ﬁ', 'ß', 'İ', 'ı', '😍', '🇺🇸', '👩‍👩‍👧‍👦', 'اختبار', 'הָיְתָה', 'Z̮̞̠͙͔ͅA̡͎͍ͅL̪G͙O', '˙ɐnbᴉlɐ', '𝐓𝐡𝐞', '⒯⒣⒠', '﷽', 'constructor', '__proto__'] // prettier-ignore

test('malicious strings find exactly the people whose fields contain them, without a server error', async () => {
  await clearList(shop)
  await givenListed(
    shop,
    naughty.map((text) => ({ firstName: text, lastName: 'x', company: `Co ${text}` })),
  )
  for (const text of naughty) {
    const found = await names(text)
    if (text === '\u200b' || text === '\ufeff') continue
    assert.ok(found.includes(text), `${JSON.stringify(text)} not found`)
  }
})

test('every way of searching finds what reading every line finds, in every order [7.12]', async () => {
  await clearList(shop)
  const letters = fc.constantFrom('a', 'b', 'é', 'Ж', '中', ' ', '.', '-', '%', '_', '\\', 'é')
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 8 })
  const people = fc.sample(fc.tuple(word, word, word), { numRuns: 1_000, seed: 11 })
  await givenListed(
    shop,
    people.map(([firstName, lastName, company]) => ({ firstName, lastName, company })),
  )
  await shop.sql('analyze user_list_rows')
  const plain = (text: string) =>
    text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '').toLowerCase().replaceAll(/\s+/g, ' ').trim() // prettier-ignore
  const all = (
    await shop.sql<{ id: string; f: string; l: string; c: string; e: string }>(
      'select id, first_name f, last_name l, company c, email e from subscribers',
    )
  ).map(({ id, f, l, c, e }) => ({ id, fields: [plain(`${f} ${l}`), plain(e), plain(c)] }))
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: letters, minLength: 1, maxLength: 7 }),
      fc.constantFrom('name', 'email', 'company', 'type', 'endDate'),
      fc.constantFrom('asc', 'desc'),
      async (text, sort, order) => {
        const words = plain(text)
          .split(' ')
          .filter((one) => one !== '')
        const holds = (phrase: string) => (field: string) =>
          phrase.length < 3
            ? ` ${field}`.includes(` ${phrase}`) ||
              (words.length > 1 && plain(text).length > 2 && field.includes(plain(text)))
            : field.includes(phrase)
        const expected = all.filter(({ fields }) => words.every((one) => fields.some(holds(one)))).map(({ id }) => id)
        const path = `/api/v1/subscribers?limit=500&search=${encodeURIComponent(text)}`
        const found = (await pagesOf<{ id: string }>(administrator, path)).flat().map(({ id }) => id)
        assert.deepEqual(found.toSorted(), expected.toSorted(), JSON.stringify(text))
        const page = await search(text, `&sort=${sort}&order=${order}`)
        assert.equal(page.length, Math.min(500, expected.length))
        const { count } = (await (await administrator.get(`/api/v1/subscriptions/count?include=subscribers&search=${encodeURIComponent(text)}`)).json()) as { count: number } // prettier-ignore
        assert.equal(count, expected.length)
      },
    ),
    { numRuns: 30 },
  )
})

async function foundBy(search: string): Promise<string[]> {
  const rows = await read<{ subscriber: { email: string } }[]>(
    administrator,
    `/api/v1/subscriptions?search=${encodeURIComponent(search)}`,
  )
  return rows.map(({ subscriber }) => subscriber.email)
}

test('a search for the number of an invoice or an id of the billing provider finds the person', async () => {
  const { email } = await givenASubscriber(shop, 'analytics-monthly')
  await givenASubscriber(shop, 'analytics-monthly')
  await shop.catchUp()
  const id = await idOf(shop, email)
  const [row] = await shop.sql<Record<'customer' | 'subscription' | 'payment' | 'invoice' | 'number', string>>(
    `select s.payment_customer as customer, o.provider_subscription as subscription, p.payment, p.invoice,
       p.invoice_number as number
     from subscribers s join subscriptions o on o.subscriber_id = s.id join payments p on p.subscription_id = o.id
     where s.id = $1`,
    [id],
  )
  assert.ok(row)
  for (const reference of [...Object.values(row), row.number.toLowerCase(), ` ${row.invoice} `])
    assert.deepEqual(await foundBy(reference), [email], reference)
  assert.deepEqual(await foundBy('in_nobody12345'), [])
  assert.deepEqual(await foundBy('NOBODY-0001'), [])
})

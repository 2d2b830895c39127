import assert from 'node:assert/strict'
import { test } from 'vitest'
import { checkTexts } from './check-texts.ts'
import { reworder } from './vendor-texts.ts'

const words = {
  heading: 'Plans',
  owned: (plan: string) => `You have ${plan}.`,
  ended: (plan: string, date: string) => `${plan} ended on ${date}.`,
  people: (count: number) => `${count} people`,
  drawing: (plan: string) => ({ title: `What ${plan} shows`, alt: 'A drawing' }),
  list: ['a', 'b'],
}
const catalogue = {
  'plans.heading': { text: 'Plans', values: [] },
  'plans.owned': { text: 'You have {plan}.', values: ['plan'] },
  'plans.ended': { text: '{plan} ended on {date}.', values: ['plan', 'date'] },
  'plans.people': { text: '{count} people', values: ['count'] },
  'plans.drawing.title': { text: 'What {plan} shows', values: ['plan'] },
  'plans.empty': { text: '', values: [] },
  'plans.card': { text: '{brand} ending in {digits}', values: ['brand', 'digits'], variesBy: 'brand' },
}

const faultsOf = (content: unknown) => {
  const found = checkTexts(content, catalogue)
  return 'faults' in found ? found.faults : []
}

test('a text of the vendor replaces the text with its key, with the values at their placeholders', () => {
  const found = checkTexts(
    {
      'plans.heading': 'Prices',
      'plans.ended': 'Since {date} you no longer have {plan} ({plan}).',
      'plans.drawing.title': 'See {plan}',
    },
    catalogue,
  )
  assert.ok('texts' in found)
  const said = reworder(found.texts, 'en-GB')('plans', words)
  assert.equal(said.heading, 'Prices')
  assert.equal(said.ended('Starter', '3 May'), 'Since 3 May you no longer have Starter (Starter).')
  assert.deepEqual(said.drawing('Starter'), { title: 'See Starter', alt: 'A drawing' })
  assert.equal(said.owned('Starter'), 'You have Starter.')
  assert.equal(said.list, words.list)
})

test('words stay the same object where the vendor has no text for them', () => {
  assert.equal(reworder({ 'plans.heading': 'Prices' }, 'en-GB')('order', words), words)
  assert.equal(reworder({}, 'en-GB')('plans', words), words)
})

test('a value that looks like a placeholder is shown unchanged', () => {
  const said = reworder({ 'plans.ended': '{1}: {0}' }, 'en-GB')('plans', words)
  assert.equal(said.ended('{1}', '$&'), '$&: {1}')
})

test('the number in a text chooses its plural form by the rules of the language', () => {
  const found = checkTexts(
    { 'plans.people': { one: 'jedna osoba', few: '{count} osoby', other: '{count} osób' } },
    catalogue,
  )
  assert.ok('texts' in found)
  const { people } = reworder(found.texts, 'pl-PL')('plans', words)
  assert.deepEqual([1, 3, 5].map(people), ['jedna osoba', '3 osoby', '5 osób'])
})

test('each fault is named with its key, and then no text is applied', () => {
  assert.deepEqual(
    faultsOf({
      'plans.headin': 'Prices',
      'plans.heading': ' ',
      'plans.owned': 'You have it.',
      'plans.ended': '{plan} ended on {day}.',
      'plans.people': { one: 'one person', several: '{count} people' },
      'plans.drawing.title': 3,
      'plans.empty': '',
      'plans.card': '{brand} {digits}',
      constructor: 'x',
    }),
    [
      '"plans.headin" is not the key of a text',
      '"plans.heading" must not be empty',
      '"plans.owned" lacks the placeholder {plan}',
      '"plans.ended" lacks the placeholder {date}',
      '"plans.ended" has the unknown placeholder {day}: it can have {plan}, {date}',
      '"plans.people" lacks the plural form "other"',
      '"plans.people" has the unknown plural form "several": use zero, one, two, few, many, other',
      '"plans.drawing.title" must be a text, or an object of texts by plural form',
      '"plans.card" cannot be replaced: what it says depends on the value "brand", so it is more than one sentence',
      '"constructor" is not the key of a text',
    ],
  )
  assert.deepEqual(faultsOf({ 'plans.heading': { other: 'Plans' } }), [
    '"plans.heading" has no value to count, so it must be one text',
  ])
  assert.deepEqual(faultsOf(['Plans']), ['must be an object of texts by key'])
})

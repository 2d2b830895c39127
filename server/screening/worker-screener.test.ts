import { defaultThresholds } from 'name-screening'
import assert from 'node:assert/strict'
import { onTestFinished, test, type TestContext } from 'vitest'
import { gzipSync } from 'node:zlib'
import type { ScreeningFacts } from '../../domain/screening/screening.ts'
import { aDpl } from '../../test/support/screening/given-lists.ts'
import { jane } from '../../test/support/screening/given-facts.ts'
import { timeoutMs } from '../../test/support/eventually.ts'
import { hangingCompany, hangingWorker } from '../../test/support/screening/given-hanging-worker.ts'
import { screeningThread } from './engine.ts'
import type { KeptFiles } from './port.ts'
import { createWorkerScreener } from './worker-screener.ts'

const rules = { countries: { denied: new Set(['KP']), look: new Set(['UA']) }, thresholds: defaultThresholds }
const now = () => new Date('2026-11-20T12:00:00Z')

function aList(...names: string[]): KeptFiles {
  const content = Buffer.from(aDpl(names.map((name) => ({ name }))))
  const files = [{ file: 'dpl.txt', size: content.length }]
  return { name: 'BIS Denied Persons List', hash: names.join(), date: '2026-11-20', files, content: gzipSync(content) }
}
const person = (firstName: string, lastName: string) => ({ ...jane, firstName, lastName })

function aScreener() {
  const said: string[] = []
  const screener = createWorkerScreener(rules, now, (_entry, message) => void said.push(message))
  onTestFinished(() => screener.stop())
  return { screener, said }
}
const statuses = async (screener: ReturnType<typeof aScreener>['screener'], ...people: ScreeningFacts[]) =>
  (await screener.screen(people)).map(({ outcome }) => outcome.dplStatus)

test('no one is screened without a list in force; with one, people are screened in order, with its edition', async () => {
  const { screener } = aScreener()
  await assert.rejects(screener.screen([person('Jane', 'Doe')]), /no screening list is in force/)
  await screener.use([aList('PETRA NOVOTNA')])
  const people = [person('Jane', 'Doe'), person('Petra', 'Novotna'), person('John', 'Roe')]
  const screened = await screener.screen(people)
  assert.deepEqual(
    screened.map(({ outcome }) => outcome.dplStatus),
    ['PASS', 'PENDING', 'PASS'],
  )
  assert.deepEqual(screened[1]?.lists, [{ name: 'BIS Denied Persons List', hash: 'PETRA NOVOTNA', date: '2026-11-20' }])
})

test('replacing the lists loses no request: each is answered by the old or the new set', async () => {
  const { screener } = aScreener()
  await screener.use([aList('PETRA NOVOTNA')])
  const swap = { over: false }
  const swapping = screener.use([aList('MILAN KRATOCHVIL')]).then(() => (swap.over = true))
  const seen = new Set<string>()
  while (!swap.over) {
    const [petra, milan] = await screener.screen([person('Petra', 'Novotna'), person('Milan', 'Kratochvil')])
    const hash = petra?.lists[0]?.hash
    const held = [petra, milan].map((one) => one?.outcome.dplStatus)
    assert.deepEqual(held, hash === 'PETRA NOVOTNA' ? ['PENDING', 'PASS'] : ['PASS', 'PENDING'])
    seen.add(String(hash))
  }
  await swapping
  assert.ok(seen.has('PETRA NOVOTNA'), 'it answered while the new one was read')
  assert.deepEqual(await statuses(screener, person('Petra', 'Novotna'), person('Milan', 'Kratochvil')), [
    'PASS',
    'PENDING',
  ])
})

test('requests of waiting people are answered before background work', async () => {
  const { screener } = aScreener()
  await screener.use([aList('PETRA NOVOTNA', ...Array.from({ length: 300 }, (_, at) => `Petr Novotny ${at}`))])
  const many = Array.from({ length: 600 }, (_, at) => person(`Petra ${at}`, `Novotna ${at}`))
  let over = false
  const background = screener.screen(many, 'background').then((all) => {
    over = true
    return all.length
  })
  await screener.screen([person('Jane', 'Doe')])
  assert.equal(over, false)
  assert.equal(await background, 600)
})

/** Input that no caller sends, and that ends the thread. */
const poison = {} as ScreeningFacts

test('a thread that ends rejects the request that ended it, restarts, and answers the waiting ones', async () => {
  const { screener, said } = aScreener()
  await screener.use([aList('PETRA NOVOTNA')])
  const [first, waiting] = await Promise.allSettled([
    screener.screen([poison]),
    // However long the new thread takes to start.
    screener.screen([person('Petra', 'Novotna')], 'now', timeoutMs),
  ])
  assert.deepEqual([first.status, waiting.status], ['rejected', 'fulfilled'])
  assert.deepEqual(said, ['the screening thread died and is started again'])
  assert.deepEqual(await statuses(screener, person('Petra', 'Novotna')), ['PENDING'])
})

function useHangingWorker(t: TestContext): void {
  const { module } = screeningThread
  screeningThread.module = hangingWorker
  t.onTestFinished(() => void (screeningThread.module = module))
}

const hanging = { ...person('Jane', 'Doe'), company: hangingCompany }

test('many people in the background are compared even if the check of one hangs, which is reported as unfinished and not tried again', async (t) => {
  useHangingWorker(t)
  const { screener, said } = aScreener()
  await screener.use([aList('PETRA NOVOTNA')])
  const many = Array.from({ length: 60 }, (_, at) => person(`Jane ${at}`, 'Doe'))
  const all = await screener.screen([...many, hanging, ...many, person('Petra', 'Novotna')], 'background')
  const found = all.map(({ outcome }) => outcome.reasons[0]?.kind ?? null)
  assert.deepEqual(found, [...many.map(() => null), 'unfinished', ...many.map(() => null), 'list'])
  const ends = said.length
  assert.ok(ends === 2 || ends === 3, 'once with others, and twice alone')
  const [again] = await screener.screen([hanging])
  assert.deepEqual([again?.outcome.dplStatus, again?.outcome.reasons[0]?.holds], ['PENDING', true])
  assert.equal(said.length, ends)
})

test('stored files that can no longer be read leave the previous ones in force', async () => {
  const { screener, said } = aScreener()
  await screener.use([aList('PETRA NOVOTNA')])
  const broken = { ...aList('MILAN KRATOCHVIL'), content: Buffer.from('nothing that was zipped') }
  await screener.use([broken])
  assert.deepEqual(said, ['the screening thread died and is started again'])
  assert.deepEqual(await statuses(screener, person('Petra', 'Novotna')), ['PENDING'])
  await screener.use([aList('MILAN KRATOCHVIL')])
  assert.deepEqual(await statuses(screener, person('Milan', 'Kratochvil')), ['PENDING'])
})

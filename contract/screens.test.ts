import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import fc from 'fast-check'
import {
  findScreen,
  guardAdministration,
  isAdministrator,
  paths,
  pathAfterSignIn,
  registrationAddress,
  screens,
  signInAddress,
  trialOf,
} from './screens.ts'
import { screenTitles } from '#words/titles.ts'
import type { Entry, ScreenName, User, Visit } from './screens.ts'

const jane: User = {
  id: '1',
  email: 'jane@example.com',
  firstName: 'Jane',
  lastName: 'Doe',
  role: null,
  deniedCountry: false,
  dplStatus: 'PASS',
}
const pending: User = { ...jane, dplStatus: 'PENDING' }
const denied: User = { ...jane, deniedCountry: true }
const administrator: User = { ...jane, role: 'SUBSCRIPTION_ADMIN', dplStatus: null }

const held = (
  status: Entry['subscription']['status'],
  name = 'analytics-trial',
  type: Entry['plan']['type'] = 'trial',
): Entry => ({
  plan: { name, title: name, product: name.split('-')[0] ?? '', type, durationInDays: 30, ...free },
  subscription: { id: name, status, createdDate: '', startDate: null, endDate: null, renews: false, payment: unpaid },
})
const free = { price: 0, currency: 'usd', recurringInterval: null, recurringIntervalCount: null } as const
const unpaid = {
  state: 'none',
  nextChargeAt: null,
  nextAmount: null,
  nextDiscount: null,
  nextCredit: null,
  currency: null,
  lastPaidAt: null,
  resumable: false,
  graceUntil: null,
  retryAt: null,
} as const

/** Returns the path that opening a path leads to: the path itself, or the target of its guard's redirect. */
function opened(path: string, user: User | null, entries: Entry[] = []): string {
  const { screen, params } = findScreen(path.replace(/\?.*/, ''))
  const visit: Visit = { user, entries, path, params }
  return screen.guard?.(visit) ?? path
}

describe('the site map', () => {
  const addresses: [path: string, name: ScreenName, title: string, status: number][] = [
    ['/', 'trial', 'Try', 200],
    ['/try', 'trial', 'Try', 200],
    ['/try/statistics-trial', 'trial', 'Try', 200],
    ['/plans/analytics-annual', 'orderSummary', 'Order summary', 200],
    ['/plans/analytics-annual/confirmation', 'confirmation', 'Confirmation', 200],
    ['/failure', 'failure', 'Something has gone wrong', 200],
    ['/busy', 'busy', 'Busy', 200],
    ['/forbidden', 'forbidden', 'No access', 403],
    ['/pending', 'pending', 'Pending approval', 200],
    ['/not-approved', 'notApproved', 'Not approved', 200],
    ['/notFound', 'notFound', 'Not found', 404],
    ['/administration', 'administration', 'Subscribers', 200],
    ['/administration/users', 'users', 'Subscribers', 200],
    ['/administration/users/7', 'userDetails', 'Details', 200],
    ['/administration/overview', 'overview', 'Overview', 200],
    ['/administration/catalogue', 'catalogue', 'Catalogue', 200],
    ['/administration/audit', 'audit', 'Audit log', 200],
    ['/administration/reviews', 'reviews', 'Reviews', 200],
    ['/administration/screening', 'screening', 'Screening', 200],
    ['/administration/queue', 'queue', 'Queue', 200],
    ['/administration/connect', 'connect', 'Integrations', 200],
    ['/administration/integrations', 'connect', 'Integrations', 200],
    ['/administration/settings', 'settings', 'Settings', 200],
  ]
  for (const [path, name, title, status] of addresses)
    it(`${path} is ${name}, called ${title}`, () => {
      const found = findScreen(path)
      assert.deepEqual([found.name, screenTitles[found.name], found.screen.status ?? 200], [name, title, status])
      assert.equal(findScreen(`${path}/`).name, name)
    })

  it('matches no other path [2.9]', () => {
    for (const path of [
      '/Try',
      '/try/a/b',
      '/plan',
      '/plans/a/confirmation/b',
      '/notfound',
      '/administration/user',
      '/__proto__',
      '/constructor',
    ])
      assert.equal(findScreen(path).name, 'notFound', path)
  })

  it('passes on the parameters of the path unchanged', () => {
    const segment = fc.string({ unit: 'binary-ascii', minLength: 1 }).filter((text) => !text.includes('/'))
    fc.assert(
      fc.property(segment, (name) => {
        assert.deepEqual({ ...findScreen(`/try/${name}`).params }, { name })
      }),
    )
  })

  it('finds a page under every address it builds', () => {
    const built: [string, ScreenName][] = [
      [paths.home, 'trial'],
      [paths.trial('x'), 'trial'],
      [paths.plans, 'plans'],
      [paths.account, 'account'],
      [paths.orderSummary('x'), 'orderSummary'],
      [paths.confirmation('x'), 'confirmation'],
      [paths.failure, 'failure'],
      [paths.busy, 'busy'],
      [paths.forbidden, 'forbidden'],
      [paths.pending, 'pending'],
      [paths.notApproved, 'notApproved'],
      [paths.notFound, 'notFound'],
      [paths.administration, 'users'],
      [paths.help, 'help'],
      [paths.userDetails('7'), 'userDetails'],
      [paths.overview, 'overview'],
      [paths.catalogue, 'catalogue'],
      [paths.audit, 'audit'],
      [paths.reviews, 'reviews'],
      [paths.screening, 'screening'],
      [paths.queue, 'queue'],
      [paths.connect, 'connect'],
      [paths.settings, 'settings'],
    ]
    for (const [path, name] of built) assert.equal(findScreen(path).name, name)
    assert.equal(signInAddress('/plans/x?a=1&b'), '/api/v1/login?redirect_url=%2Fplans%2Fx%3Fa%3D1%26b')
    assert.deepEqual(new Set(built.map(([, name]) => name)).size, Object.keys(screens).length - 1)
  })
})

it('visitors register for the order or the trial they came from, and from other pages for the first trial', () => {
  const address = '/plans/analytics-annual?register'
  assert.deepEqual(registrationAddress('/plans/analytics-annual?a=1'), { address, buys: true })
  assert.deepEqual(registrationAddress('/try/statistics-trial'), { address: '/try/statistics-trial', buys: false })
  for (const path of ['/', '/plans', '/plans/x/confirmation', '/account', '/%', 'elsewhere'])
    assert.deepEqual(registrationAddress(path), { address: '/', buys: false }, path)
})

it('a sign-in from a page about a failure leads home, from others back to the page', () => {
  for (const path of ['/failure', '/busy', '/forbidden']) assert.equal(pathAfterSignIn(path), '/')
  assert.equal(pathAfterSignIn('/plans'), '/plans')
})

describe('who may see a page [2.13, 2.47, 2.54, 4.2]', () => {
  const confirmation = '/plans/analytics-trial/confirmation'
  const rows: [what: string, path: string, user: User | null, entries: Entry[], endsAt: string][] = [
    ['an anonymous person on the trial page stays', '/', null, [], '/'],
    ['somebody with an active trial stays on the trial page', '/', jane, [held('active')], '/'],
    [
      'somebody in a denied country goes from the trial page to not-approved',
      '/try/analytics-trial',
      denied,
      [held('pending')],
      '/not-approved',
    ],
    [
      'a held person whose trial waits goes from the trial page to pending',
      '/',
      pending,
      [held('pending')],
      '/pending',
    ],
    ['an administrator goes from the home page to the users', '/?a=1', administrator, [], '/administration/users'],
    [
      'an administrator may open a trial page by its name',
      '/try/analytics-trial',
      administrator,
      [],
      '/try/analytics-trial',
    ],
    ['a held person without a trial stays on the trial page', '/', pending, [], '/'],
    ['an anonymous person on a confirmation signs in first', confirmation, null, [], signInAddress(confirmation)],
    ['an active trial shows its confirmation', confirmation, jane, [held('active')], confirmation],
    ['a pending one sends to not-approved', confirmation, pending, [held('pending')], '/not-approved'],
    ['a denied country sends to not-approved', confirmation, denied, [held('active')], '/not-approved'],
    [
      'another plan that waits does not matter',
      confirmation,
      jane,
      [held('pending', 'statistics-trial')],
      confirmation,
    ],
    ['an expired one shows the page', confirmation, jane, [held('expired')], confirmation],
    [
      'an active one older than a cancelled one is shown',
      confirmation,
      jane,
      [held('cancelled'), held('active')],
      confirmation,
    ],
    [
      'the confirmation of a trial that is over leads to that of the plan bought since',
      confirmation,
      jane,
      [held('active', 'analytics-annual', 'subscription'), held('expired')],
      '/plans/analytics-annual/confirmation',
    ],
    [
      'whoever comes back from paying waits on the confirmation of the plan they ordered',
      '/plans/analytics-annual/confirmation?order=1',
      jane,
      [held('active'), held('expired', 'analytics-annual', 'subscription')],
      '/plans/analytics-annual/confirmation?order=1',
    ],
    ['a held person sees pending', '/pending', pending, [], '/pending'],
    ['a refused person sees pending', '/pending', { ...jane, dplStatus: 'FAIL' }, [], '/pending'],
    ['somebody who passed goes from pending to the root', '/pending', jane, [], '/'],
    ['an anonymous person goes from pending to the root', '/pending', null, [], '/'],
    ['somebody never screened goes from pending to the root', '/pending', administrator, [], '/'],
    ['somebody in a denied country sees not-approved', '/not-approved', denied, [], '/not-approved'],
    ['everybody else goes from not-approved to the root', '/not-approved', pending, [], '/'],
    ['anonymous people go from not-approved to the root', '/not-approved', null, [], '/'],
    ['an administrator goes from the area to the users', '/administration', administrator, [], '/administration/users'],
    ['an administrator sees the users', '/administration/users', administrator, [], '/administration/users'],
    ['an administrator sees a user', '/administration/users/7', administrator, [], '/administration/users/7'],
    ['an administrator sees who waits', '/administration/reviews', administrator, [], '/administration/reviews'],
    ...['/administration', '/administration/users', '/administration/users/7', '/administration/reviews'].flatMap(
      (path): typeof rows => [
        [`an anonymous person goes from ${path} to the root`, path, null, [], '/'],
        [`somebody else goes from ${path} to forbidden`, path, jane, [], '/forbidden'],
      ],
    ),
  ]
  for (const [what, path, user, entries, endsAt] of rows)
    it(what, () => assert.equal(opened(path, user, entries), endsAt))

  it('never redirects a person in a circle [2.52]', () => {
    const statuses = ['active', 'pending', 'expired', 'cancelled'] as const
    for (const user of [null, jane, pending, denied, { ...denied, dplStatus: 'PENDING' } satisfies User, administrator])
      for (const owned of statuses.flatMap((newer) => [
        [held(newer)],
        ...statuses.map((older) => [held(newer), held(older)]),
      ]))
        for (const start of [
          '/',
          confirmation,
          '/pending',
          '/not-approved',
          '/administration',
          '/administration/users',
          '/administration/reviews',
        ]) {
          const seen = [start]
          for (let next = opened(start, user, owned); next !== seen.at(-1); next = opened(next, user, owned)) {
            assert.ok(!seen.includes(next), `${seen.join(' → ')} → ${next}`)
            seen.push(next)
            if (next.startsWith('/api/')) break
          }
        }
  })

  it('in the admin area depends on the role alone', () => {
    assert.equal(guardAdministration({ user: administrator, path: '/administration' }), undefined)
    assert.equal(
      guardAdministration({ user: { ...jane, confirmation: 'missing' }, path: '/administration/users?search=a' }),
      '/api/v1/login?redirect_url=%2Fadministration%2Fusers%3Fsearch%3Da',
    )
    assert.equal(isAdministrator({ ...denied, role: 'SUBSCRIPTION_ADMIN' }), true)
    assert.equal(isAdministrator(null), false)
  })
})

describe('the trial of a product', () => {
  it('is the newest trial of that product; purchases do not count', () => {
    const entries = [held('active', 'analytics-annual', 'subscription'), held('expired'), held('cancelled')]
    assert.equal(trialOf(entries, 'analytics'), entries[1])
    assert.equal(trialOf(entries, 'statistics'), undefined)
  })
})

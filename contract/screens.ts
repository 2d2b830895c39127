import type { CallName, CallInput, Output } from './contract.ts'
import { listLimits } from '../domain/limits.ts'
import { administratorRole } from '../domain/account/role.ts'

/** One row per page: its address, who can see it and the data it needs. Its title is in i18n/en/titles.ts. */

export type User = Exclude<Output<'GET /api/v1/users/userinfo'>['user'], 'anonymousUser'>
export type Entry = Output<'GET /api/v1/subscriptions/user'>['subscriptions'][number]

/**
 * The visitor of a page, and its plan. `entries` are the person's subscriptions, newest first; `path` includes the query.
 */
export type Visit = { user: User | null; entries: readonly Entry[]; path: string; params: Record<string, string> }

/**
 * A call whose response a page shows, made by the server before it sends the page. `paged`: the response is a page of a
 * list, and the page can also request others itself.
 */
export type PageCall = { [C in CallName]: { call: C; input?: CallInput<C>; paged?: true } }[CallName]

type Screen = {
  paths: readonly string[]
  /** Depends on the parameters of the path, and on the query with its question mark. */
  needs?: (params: Record<string, string>, query: string) => readonly PageCall[]
  /** The page's own HTTP status; 200 by default. */
  status?: number
  /** Where the visitor is redirected; undefined lets them in. A guard replaces the history entry. */
  guard?: (visit: Visit) => string | undefined
  /** True if support agents get status 403 there, and a page that says who can open it. */
  administratorsOnly?: true
}

/** `email` is filled in on the sign-in page, unless it is longer than the identity provider accepts. */
export function signInAddress(path: string, email = ''): string {
  const hint = email === '' || email.length > 128 ? '' : `&login_hint=${encodeURIComponent(email)}`
  return `/api/v1/login?redirect_url=${encodeURIComponent(path)}${hint}`
}

/** Where a visitor without an account registers who came from a path: for that order or trial, else the first trial. */
export function registrationAddress(path: string): { address: string; buys: boolean } {
  const { name, params } = findScreen(decodePath(path.replace(/[?#].*/, '')))
  const plan = params['name'] === undefined ? null : encodeURIComponent(params['name'])
  if (name === 'orderSummary' && plan !== null) return { address: `${paths.orderSummary(plan)}?register`, buys: true }
  return { address: name === 'trial' && plan !== null ? paths.trial(plan) : paths.home, buys: false }
}

/** Where a visitor continues who signs in on a page: on it, or at home if it explains a failure. */
export function pathAfterSignIn(path: string): string {
  return [paths.failure, paths.busy, paths.forbidden].some((page) => page === path) ? paths.home : path
}

/** The query of the account page after a visit to a billing page that offered only the payment method. */
export const limitedBilling = 'billing=card'

export const paths = {
  home: '/',
  plans: '/plans',
  account: '/account',
  trial: (plan: string) => `/try/${plan}`,
  orderSummary: (plan: string) => `/plans/${plan}`,
  confirmation: (plan: string) => `/plans/${plan}/confirmation`,
  failure: '/failure',
  busy: '/busy',
  forbidden: '/forbidden',
  pending: '/pending',
  notApproved: '/not-approved',
  notFound: '/notFound',
  administration: '/administration/users',
  userDetails: (id: string) => `/administration/users/${id}`,
  overview: '/administration/overview',
  catalogue: '/administration/catalogue',
  audit: '/administration/audit',
  reviews: '/administration/reviews',
  screening: '/administration/screening',
  queue: '/administration/queue',
  connect: '/administration/connect',
  settings: '/administration/settings',
  help: '/administration/help',
} as const

/** Returns a person's subscription to a plan: the active one, else one that is pending, else the newest. */
export function subscriptionTo(entries: readonly Entry[], plan: string | undefined): Entry | undefined {
  const owned = entries.filter((entry) => entry.plan.name === plan)
  const withStatus = (status: string) => owned.find(({ subscription }) => subscription.status === status)
  return withStatus('active') ?? withStatus('pending') ?? owned[0]
}

/** Returns the page of a plan. */
export const planPath = ({ type, name }: Pick<Entry['plan'], 'type' | 'name'>): string =>
  type === 'trial' ? paths.trial(name) : paths.orderSummary(name)

type Owned = { plan: Pick<Entry['plan'], 'type' | 'product'> }

/** The person's trial of a product, in any status. */
export function trialOf<One extends Owned>(entries: readonly One[], product: string): One | undefined {
  return entries.find((entry) => entry.plan.type === 'trial' && entry.plan.product === product)
}

function guardTrial({ user, entries, path }: Visit): string | undefined {
  // Staff who open the root are redirected to the admin area; to see a trial page they open its own address.
  if (mayEnterAdminArea(user) && path.split('?')[0] === paths.home) return paths.administration
  if (user?.deniedCountry) return paths.notApproved
  const waits = entries.some((entry) => entry.subscription.status === 'pending')
  return waits && isOnHold(user) ? paths.pending : undefined
}

function guardConfirmation(visit: Visit): string | undefined {
  const { user, entries, path } = visit
  if (!user) return signInAddress(path)
  const entry = subscriptionTo(entries, visit.params['name'])
  if (user.deniedCountry || entry?.subscription.status === 'pending') return paths.notApproved
  // A buyer who comes back from paying waits on this page for the plan that the order is for.
  if (!entry || entry.subscription.status === 'active' || /[?&]order=/.test(path)) return undefined
  const active = entries.filter(
    ({ plan, subscription }) => plan.product === entry.plan.product && subscription.status === 'active',
  )
  const owned = active.find(({ plan }) => plan.type === 'subscription') ?? active[0]
  return owned && paths.confirmation(owned.plan.name)
}

/** True if screening puts the person on hold: PENDING or FAIL. A person who was never screened is not on hold. */
export function isOnHold(user: User | null): boolean {
  return user !== null && user.dplStatus !== null && user.dplStatus !== 'PASS'
}

/** Returns the page that explains why a person is not approved. */
export const explanationOf = (user: User | null): string => (user?.deniedCountry ? paths.notApproved : paths.pending)

function guardPending({ user }: Visit): string | undefined {
  return isOnHold(user) ? undefined : paths.home
}

export function isAdministrator(user: User | null): boolean {
  return user?.role === administratorRole
}

/** True for administrators and support. */
export function mayEnterAdminArea(user: User | null): boolean {
  return user !== null && user.role !== null
}

/**
 * Anonymous people are redirected to the root, people without the role to 403; a person who needs a second factor is
 * redirected to the sign-in.
 */
export function guardAdministration({ user, path }: Pick<Visit, 'user' | 'path'>): string | undefined {
  if (!user) return paths.home
  if (user.confirmation === 'missing') return signInAddress(path)
  return mayEnterAdminArea(user) ? undefined : paths.forbidden
}

/** Whether a page is shown to a person who passed its guard: pages of administrators are not shown to support agents. */
export const mayOpen = ({ administratorsOnly }: Screen, user: User | null): boolean =>
  !administratorsOnly || isAdministrator(user)

/** Returns the HTTP status of a page for a person who passed its guard. */
export const statusFor = (screen: Screen, user: User | null): number =>
  mayOpen(screen, user) ? (screen.status ?? 200) : 403

/** How the users page asks for its first rows. */
const firstUsers = { include: 'subscribers', limit: String(listLimits.page) } as const

/** Returns a page of the admin area. */
const ofAdministration = (path: string, more: Partial<Screen> = {}): Screen => ({
  paths: [path],
  guard: guardAdministration,
  ...more,
})

const table = {
  trial: {
    paths: ['/', '/try', '/try/:name'],
    needs: () => [{ call: 'GET /api/v1/plans', input: { query: { type: 'trial' } } }],
    guard: guardTrial,
  },
  plans: {
    paths: ['/plans'],
    needs: () => [{ call: 'GET /api/v1/plans', input: { query: {} } }, { call: 'GET /api/v1/questions' }],
  },
  account: {
    paths: ['/account'],
    needs: () => [
      { call: 'GET /api/v1/account/settings' },
      { call: 'GET /api/v1/account/sessions' },
      { call: 'GET /api/v1/account/devices' },
    ],
    guard: ({ user, path }) => (user ? undefined : signInAddress(path)),
  },
  orderSummary: {
    paths: ['/plans/:name'],
    needs: ({ name = '' }) => [
      { call: 'GET /api/v1/plans/{name}', input: { path: { name } } },
      // The other billing periods of the product.
      { call: 'GET /api/v1/plans', input: { query: {} } },
    ],
  },
  confirmation: {
    paths: ['/plans/:name/confirmation'],
    needs: ({ name = '' }) => [
      { call: 'GET /api/v1/config/tss' },
      // Only facts about the files: the link is created, and the person screened, when they request a download.
      { call: 'GET /api/v1/plans/{name}/installer', input: { path: { name }, query: {} } },
      { call: 'GET /api/v1/plans/{name}/installer', input: { path: { name }, query: { companion: 'yes' } } },
    ],
    guard: guardConfirmation,
  },
  failure: { paths: ['/failure'] },
  busy: { paths: ['/busy'] },
  forbidden: { paths: ['/forbidden'], status: 403 },
  pending: { paths: ['/pending'], needs: () => [{ call: 'GET /api/v1/account/approval' }], guard: guardPending },
  notApproved: {
    paths: ['/not-approved'],
    guard: ({ user }) => (user?.deniedCountry ? undefined : paths.home),
  },
  administration: {
    paths: ['/administration'],
    guard: (visit) => guardAdministration(visit) ?? paths.administration,
  },
  users: ofAdministration(paths.administration, {
    // Any other view of the list is requested by the page itself.
    needs: (_, query) =>
      query === '' ? [{ call: 'GET /api/v1/subscriptions', input: { query: firstUsers }, paged: true }] : [],
  }),
  userDetails: ofAdministration(paths.userDetails(':userId'), {
    needs: ({ userId = '' }) => [
      { call: 'GET /api/v1/subscribers/{id}', input: { path: { id: userId } } },
      { call: 'GET /api/v1/subscriptions/user', input: { query: { id: userId } } },
      { call: 'GET /api/v1/reviews', input: { query: { subscriber: userId } } },
    ],
  }),
  overview: ofAdministration(paths.overview, { needs: () => [{ call: 'GET /api/v1/overview' }] }),
  catalogue: ofAdministration(paths.catalogue),
  reviews: ofAdministration(paths.reviews),
  screening: ofAdministration(paths.screening),
  // The second path is its former address, when it showed emails only.
  queue: ofAdministration(paths.queue, { paths: [paths.queue, '/administration/mails'] }),
  // The second path is its name in the menu.
  connect: ofAdministration(paths.connect, {
    paths: [paths.connect, '/administration/integrations'],
    administratorsOnly: true,
  }),
  settings: ofAdministration(paths.settings, { administratorsOnly: true }),
  audit: ofAdministration(paths.audit),
  help: ofAdministration(paths.help),
  notFound: { paths: ['/notFound'], status: 404 },
} satisfies Record<string, Screen>
export type ScreenName = keyof typeof table
export const screens: Record<ScreenName, Screen> = table

/** Decodes the path of an address; returns the not-found page's path if it cannot be decoded. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return paths.notFound
  }
}

export type ScreenMatch = { name: ScreenName; screen: Screen; params: Record<string, string> }

/** Returns the screen of a path, or the not-found page. A trailing slash is ignored. */
export function findScreen(path: string): ScreenMatch {
  const segments = path.split('/').filter(Boolean)
  for (const [name, screen] of Object.entries(screens) as [ScreenName, Screen][]) {
    for (const pattern of screen.paths) {
      const params = match(pattern.split('/').filter(Boolean), segments)
      if (params) return { name, screen, params }
    }
  }
  return { name: 'notFound', screen: screens.notFound, params: {} }
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  if (pattern.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = segment
    else if (part !== segment) return null
  }
  return params
}

/** Whether a page requires a signed-in person, according to its responses. */
export function isSignedInPage(answers: readonly (readonly [call: string, ...unknown[]])[]): boolean {
  return answers.some(([call]) => call === 'GET /api/v1/subscriptions/user')
}

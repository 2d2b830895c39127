import type { ComponentType } from 'react'
import type { ScreenName } from '../../contract/screens.ts'
import { findScreen, decodePath, mayOpen, screens, type User } from '../../contract/screens.ts'
import { countryField, phoneField, regionField } from '../forms/registration/fields/lazy-fields.ts'
import { accountSettings, overduePayment } from '../shop/account/lazy-parts.ts'
import { accountDetails } from '../shop/account/settings/lazy-details.ts'
import { devicesSetting } from '../shop/account/settings/sign-in/lazy-devices.ts'
import { anonymousBuyer, unableBuyer, purchaseForm, registerDialog, registerForm } from '../shop/purchase/lazy-parts.ts'
import { trialFigure } from '../shop/trial-figure.tsx'
import { trialForm, trialState } from '../shop/lazy-trial-parts.ts'
import { lazyScreen, type LazyScreen } from '../ui/loading/lazy-screen.tsx'
import { sessionWatch } from './lazy-session-watch.ts'
import { userMenu, waitingCount } from './site-header.tsx'

type Part = Pick<LazyScreen, 'source' | 'ready'>

/**
 * A screen and its parts, each in a file of its own: those that it shows immediately to anonymous visitors or to
 * signed-in people, those that it shows immediately to some of them, and those that load once the browser is idle or
 * after an action.
 */
type ScreenRow = {
  screen: LazyScreen
  anonymous?: readonly Part[]
  signedIn?: readonly Part[]
  sometimes?: readonly Part[]
  later?: readonly Part[]
}

const messages = () => import('../shop/messages.tsx')
/** Returns a row of the admin area, whose header counts what waits. */
const ofAdminArea = (source: string, load: () => Promise<ComponentType>): ScreenRow => ({
  screen: lazyScreen(source, load),
  signedIn: [waitingCount],
})
const users = ofAdminArea(
  'web/admin/users/users.tsx',
  async () => (await import('../admin/users/users.tsx')).UsersScreen,
)

/**
 * Every screen of contract/screens.ts. The links in a page's head, the bundle's size budget and hydration all derive
 * from this table.
 */
export const screenTable: Record<ScreenName, ScreenRow> = {
  trial: {
    screen: lazyScreen('web/shop/trial.tsx', async () => (await import('../shop/trial.tsx')).TrialScreen),
    anonymous: [trialForm, countryField, phoneField],
    signedIn: [trialState],
    later: [trialFigure, regionField],
  },
  plans: {
    screen: lazyScreen('web/shop/plans/plans.tsx', async () => (await import('../shop/plans/plans.tsx')).PlansScreen),
  },
  account: {
    screen: lazyScreen(
      'web/shop/account/account.tsx',
      async () => (await import('../shop/account/account.tsx')).AccountScreen,
    ),
    sometimes: [overduePayment],
    later: [accountSettings, accountDetails, devicesSetting],
  },
  orderSummary: {
    screen: lazyScreen(
      'web/shop/purchase/order-summary.tsx',
      async () => (await import('../shop/purchase/order-summary.tsx')).OrderSummaryScreen,
    ),
    anonymous: [anonymousBuyer],
    signedIn: [purchaseForm],
    later: [unableBuyer, registerDialog, registerForm],
  },
  confirmation: {
    screen: lazyScreen(
      'web/shop/purchase/confirmation.tsx',
      async () => (await import('../shop/purchase/confirmation.tsx')).ConfirmationScreen,
    ),
  },
  failure: { screen: lazyScreen('web/shop/messages.tsx', async () => (await messages()).FailureScreen) },
  busy: { screen: lazyScreen('web/shop/messages.tsx', async () => (await messages()).BusyScreen) },
  forbidden: { screen: lazyScreen('web/shop/messages.tsx', async () => (await messages()).ForbiddenScreen) },
  pending: {
    screen: lazyScreen('web/shop/pending.tsx', async () => (await import('../shop/pending.tsx')).PendingScreen),
  },
  notApproved: {
    screen: lazyScreen(
      'web/shop/not-approved.tsx',
      async () => (await import('../shop/not-approved.tsx')).NotApprovedScreen,
    ),
  },
  administration: users,
  users,
  userDetails: ofAdminArea(
    'web/admin/user/user-details.tsx',
    async () => (await import('../admin/user/user-details.tsx')).UserDetailsScreen,
  ),
  overview: ofAdminArea(
    'web/admin/overview/overview.tsx',
    async () => (await import('../admin/overview/overview.tsx')).OverviewScreen,
  ),
  catalogue: ofAdminArea(
    'web/admin/catalogue/catalogue.tsx',
    async () => (await import('../admin/catalogue/catalogue.tsx')).CatalogueScreen,
  ),
  audit: ofAdminArea('web/admin/audit/audit.tsx', async () => (await import('../admin/audit/audit.tsx')).AuditScreen),
  reviews: ofAdminArea(
    'web/admin/reviews/reviews.tsx',
    async () => (await import('../admin/reviews/reviews.tsx')).ReviewsScreen,
  ),
  screening: ofAdminArea(
    'web/admin/screening/screening.tsx',
    async () => (await import('../admin/screening/screening.tsx')).ScreeningScreen,
  ),
  queue: ofAdminArea('web/admin/queue/queue.tsx', async () => (await import('../admin/queue/queue.tsx')).QueueScreen),
  connect: ofAdminArea(
    'web/admin/connect/connect.tsx',
    async () => (await import('../admin/connect/connect.tsx')).ConnectScreen,
  ),
  settings: ofAdminArea(
    'web/admin/settings/settings.tsx',
    async () => (await import('../admin/settings/settings.tsx')).SettingsScreen,
  ),
  help: ofAdminArea('web/handbook/handbook.tsx', async () => (await import('../handbook/handbook.tsx')).HandbookScreen),
  notFound: { screen: lazyScreen('web/shop/messages.tsx', async () => (await messages()).NotFoundScreen) },
}

/** In place of a page of administrators, for a support agent. */
const administratorsOnly = lazyScreen('web/shop/messages.tsx', async () => (await messages()).AdministratorsOnlyScreen)

/** Returns the screen that a person who passed its guard sees. */
export const screenFor = (name: ScreenName, user: User | null): LazyScreen =>
  mayOpen(screens[name], user) ? screenTable[name].screen : administratorsOnly

/**
 * Resolves when the screen of a path can be shown immediately, with the parts that it shows to anonymous visitors or
 * signed-in people.
 */
export async function screenReady(path: string, isSignedIn: boolean): Promise<void> {
  await Promise.all(atOnce(screenTable[findScreen(decodePath(path)).name], isSignedIn).map((part) => part.ready()))
}

/** Resolves when every screen can be shown with all its parts, because the server renders complete pages. */
export async function allScreensReady(): Promise<void> {
  const rows = Object.values(screenTable).flatMap((row) => [...atOnce(row, true), ...atOnce(row, false), ...rest(row)])
  await Promise.all([...rows, sessionWatch, administratorsOnly].map((part) => part.ready()))
}

/** The files of each screen, by when they load; the server links them and the size budget counts them. */
export const screenSources = Object.fromEntries(
  Object.entries(screenTable).map(([name, row]) => [
    name,
    {
      anonymous: atOnce(row, false).map(({ source }) => source),
      signedIn: atOnce(row, true).map(({ source }) => source),
      sometimes: (row.sometimes ?? []).map(({ source }) => source),
    },
  ]),
)

function atOnce({ screen, anonymous = [], signedIn = [] }: ScreenRow, isSignedIn: boolean): Part[] {
  return isSignedIn ? [screen, ...signedIn, userMenu] : [screen, ...anonymous]
}

function rest({ sometimes = [], later = [] }: ScreenRow): Part[] {
  return [...sometimes, ...later]
}

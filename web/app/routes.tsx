import { useLayoutEffect } from 'react'
import { screenTitles } from '#words/titles.ts'
import { findScreen, decodePath, screens, type ScreenName } from '../../contract/screens.ts'
import { accountSettings, overduePayment } from '../shop/account/lazy-parts.ts'
import {
  anonymousBuyer,
  barredBuyer,
  purchaseForm,
  registerDialog,
  registerForm,
} from '../shop/purchase/later-parts.ts'
import { countryField, phoneField, regionField } from '../forms/registration/fields/later-fields.ts'
import { trialFigure } from '../shop/trial-figure.tsx'
import { lazyScreen, type LazyScreen } from '../ui/lazy-screen.tsx'
import { Navigate, useLocation } from '../client/location.tsx'
import { Title, useVisitor } from '../client/page.tsx'
import { trialForm, trialState } from '../shop/trial-later.ts'
import { sessionWatch } from './session-later.ts'
import { userMenu } from './site-header.tsx'

const messages = () => import('../shop/messages.tsx')
const users = lazyScreen(async () => (await import('../admin/users/users.tsx')).UsersScreen)

/** Each screen is a file of its own. server/pages/screen-files.ts names those that a page links in its head. */
const lazyScreens: Record<ScreenName, LazyScreen> = {
  trial: lazyScreen(async () => (await import('../shop/trial.tsx')).TrialScreen),
  plans: lazyScreen(async () => (await import('../shop/plans/plans.tsx')).PlansScreen),
  account: lazyScreen(async () => (await import('../shop/account/account.tsx')).AccountScreen),
  orderSummary: lazyScreen(async () => (await import('../shop/purchase/order-summary.tsx')).OrderSummaryScreen),
  confirmation: lazyScreen(async () => (await import('../shop/purchase/confirmation.tsx')).ConfirmationScreen),
  failure: lazyScreen(async () => (await messages()).FailureScreen),
  busy: lazyScreen(async () => (await messages()).BusyScreen),
  forbidden: lazyScreen(async () => (await messages()).ForbiddenScreen),
  pending: lazyScreen(async () => (await import('../shop/pending.tsx')).PendingScreen),
  notApproved: lazyScreen(async () => (await import('../shop/not-approved.tsx')).NotApprovedScreen),
  administration: users,
  users,
  userDetails: lazyScreen(async () => (await import('../admin/user/user-details.tsx')).UserDetailsScreen),
  overview: lazyScreen(async () => (await import('../admin/overview/overview.tsx')).OverviewScreen),
  catalogue: lazyScreen(async () => (await import('../admin/catalogue/catalogue.tsx')).CatalogueScreen),
  audit: lazyScreen(async () => (await import('../admin/audit/audit.tsx')).AuditScreen),
  reviews: lazyScreen(async () => (await import('../admin/reviews/reviews.tsx')).ReviewsScreen),
  screening: lazyScreen(async () => (await import('../admin/screening/screening.tsx')).ScreeningScreen),
  queue: lazyScreen(async () => (await import('../admin/queue/queue.tsx')).QueueScreen),
  notFound: lazyScreen(async () => (await messages()).NotFoundScreen),
}

/** Resolves when the screen of a path can show at once, with the parts that it shows to strangers or the signed in. */
export async function screenReady(path: string, signedIn: boolean): Promise<void> {
  const { name } = findScreen(decodePath(path))
  const parts: { ready(): Promise<void> }[] = [lazyScreens[name]]
  if (signedIn) parts.push(userMenu)
  if (signedIn && name === 'orderSummary') parts.push(purchaseForm)
  if (!signedIn && name === 'orderSummary') parts.push(anonymousBuyer)
  if (!signedIn && name === 'trial') parts.push(trialForm, countryField, phoneField)
  await Promise.all(parts.map((part) => part.ready()))
}

/** Resolves when every screen can, with all its parts: the server's pages are whole. */
export async function allScreensReady(): Promise<void> {
  const parts = [
    accountSettings,
    anonymousBuyer,
    barredBuyer,
    countryField,
    phoneField,
    regionField,
    overduePayment,
    purchaseForm,
    registerDialog,
    registerForm,
    trialFigure,
    trialForm,
    trialState,
    userMenu,
    sessionWatch,
  ]
  await Promise.all([...Object.values(lazyScreens), ...parts].map((part) => part.ready()))
}

/** Screens whose title tells their state, and who therefore set it themselves: a document has one. */
const titledByState: ReadonlySet<ScreenName> = new Set(['trial', 'orderSummary', 'pending'])

/** The screen of contract/screens.ts for this place, behind its guard. */
export function SiteMap() {
  const { user, entries } = useVisitor()
  const { pathname, search, name, params } = useLocation()
  const { guard } = screens[name]
  const { Screen } = lazyScreens[name]
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  const elsewhere = guard?.({ user, entries, path: pathname + search, params })
  if (elsewhere?.startsWith('/api/')) return <Leave to={elsewhere} />
  if (elsewhere) return <Navigate to={elsewhere} />
  return (
    <>
      {titledByState.has(name) ? null : <Title>{screenTitles[name]}</Title>}
      <Screen />
    </>
  )
}

/** Out of the single page, to an address the server answers. */
function Leave({ to }: { to: string }) {
  useLayoutEffect(() => {
    window.location.replace(to)
  }, [to])
  return null
}

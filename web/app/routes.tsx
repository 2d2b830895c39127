import { useLayoutEffect, type ComponentType } from 'react'
import { findScreen, decodePath, screens, type ScreenName } from '../../contract/screens.ts'
import { accountDetails, overduePayment } from '../shop/account/lazy-parts.ts'
import { lazyScreen, type LazyScreen } from '../ui/lazy-screen.tsx'
import { Navigate, useLocation } from '../client/location.tsx'
import { Title, useVisitor } from '../client/page.tsx'
import { BusyScreen, FailureScreen, ForbiddenScreen, NotFoundScreen } from '../shop/messages.tsx'
import { TrialScreen } from '../shop/trial.tsx'

/** What a registrant sees comes with the first script; the rest when it is needed. */
const confirmation = lazyScreen(async () => (await import('../shop/purchase/confirmation.tsx')).ConfirmationScreen)
const orderSummary = lazyScreen(async () => (await import('../shop/purchase/order-summary.tsx')).OrderSummaryScreen)
const plans = lazyScreen(async () => (await import('../shop/plans.tsx')).PlansScreen)
const account = lazyScreen(async () => (await import('../shop/account/account.tsx')).AccountScreen)
const pending = lazyScreen(async () => (await import('../shop/pending.tsx')).PendingScreen)
const notApproved = lazyScreen(async () => (await import('../shop/not-approved.tsx')).NotApprovedScreen)
const users = lazyScreen(async () => (await import('../admin/users/users.tsx')).UsersScreen)
const userDetails = lazyScreen(async () => (await import('../admin/user/user-details.tsx')).UserDetailsScreen)
const overview = lazyScreen(async () => (await import('../admin/overview/overview.tsx')).OverviewScreen)
const audit = lazyScreen(async () => (await import('../admin/audit/audit.tsx')).AuditScreen)
const screening = lazyScreen(async () => (await import('../admin/screening/screening.tsx')).ScreeningScreen)
const mails = lazyScreen(async () => (await import('../admin/mails/mails.tsx')).MailsScreen)
const reviews = lazyScreen(async () => (await import('../admin/reviews/reviews.tsx')).ReviewsScreen)

const later: Partial<Record<ScreenName, LazyScreen>> = {
  plans,
  account,
  orderSummary,
  confirmation,
  pending,
  notApproved,
  administration: users,
  users,
  userDetails,
  overview,
  audit,
  reviews,
  screening,
  mails,
}

const components: Record<ScreenName, ComponentType> = {
  trial: TrialScreen,
  plans: plans.Screen,
  account: account.Screen,
  orderSummary: orderSummary.Screen,
  confirmation: confirmation.Screen,
  failure: FailureScreen,
  busy: BusyScreen,
  forbidden: ForbiddenScreen,
  pending: pending.Screen,
  notApproved: notApproved.Screen,
  administration: users.Screen,
  users: users.Screen,
  userDetails: userDetails.Screen,
  overview: overview.Screen,
  audit: audit.Screen,
  reviews: reviews.Screen,
  screening: screening.Screen,
  mails: mails.Screen,
  notFound: NotFoundScreen,
}

/** Resolves when the screen of a path can show at once. */
export async function screenReady(path: string): Promise<void> {
  await later[findScreen(decodePath(path)).name]?.ready()
}

/** Resolves when every screen can, with all its parts: the server's pages are whole. */
export async function allScreensReady(): Promise<void> {
  await Promise.all([...Object.values(later), accountDetails, overduePayment].map((part) => part.ready()))
}

/** Screens whose title tells their state, and who therefore set it themselves: a document has one. */
const titledByState: ReadonlySet<ScreenName> = new Set(['trial', 'orderSummary'])

/** The screen of contract/screens.ts for this place, behind its guard. */
export function SiteMap() {
  const { user, entries } = useVisitor()
  const { pathname, search, name, params } = useLocation()
  const { title, guard } = screens[name]
  const Screen = components[name]
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [pathname])
  const elsewhere = guard?.({ user, entries, path: pathname + search, params })
  if (elsewhere?.startsWith('/api/')) return <Leave to={elsewhere} />
  if (elsewhere) return <Navigate to={elsewhere} />
  return (
    <>
      {titledByState.has(name) ? null : <Title>{title}</Title>}
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

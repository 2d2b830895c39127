import { useLayoutEffect, type ComponentType } from 'react'
import { Navigate, Route, Routes, useLocation, useParams } from 'react-router'
import { screens, type ScreenName } from '../core/screens.ts'
import { Title, useVisitor } from './page.tsx'
import { ConfirmationScreen } from './screens/confirmation.tsx'
import { AdministrationScreen } from './screens/admin/administration.tsx'
import { OrderSummaryScreen } from './screens/order-summary.tsx'
import { BusyScreen, FailureScreen, ForbiddenScreen, NotFoundScreen } from './screens/messages.tsx'
import { NotApprovedScreen } from './screens/not-approved.tsx'
import { PendingScreen } from './screens/pending.tsx'
import { TrialScreen } from './screens/trial.tsx'

const components: Record<ScreenName, ComponentType> = {
  trial: TrialScreen,
  orderSummary: OrderSummaryScreen,
  confirmation: ConfirmationScreen,
  failure: FailureScreen,
  busy: BusyScreen,
  forbidden: ForbiddenScreen,
  pending: PendingScreen,
  notApproved: NotApprovedScreen,
  administration: AdministrationScreen,
  users: AdministrationScreen,
  userDetails: AdministrationScreen,
  notFound: NotFoundScreen,
}

/** The site map of core/screens.ts, each page behind its guard. */
export function SiteMap() {
  const names = Object.keys(screens) as ScreenName[]
  return (
    <Routes>
      {names.flatMap((name) => screens[name].paths.map((path) => <Route key={path} path={path} element={<Guarded name={name} />} />))}
      <Route path="*" element={<Guarded name="notFound" />} />
    </Routes>
  )
}

function Guarded({ name }: { name: ScreenName }) {
  const { user, entries } = useVisitor()
  const { pathname } = useLocation()
  const params = useParams() as Record<string, string>
  const { title, guard } = screens[name]
  const Screen = components[name]
  useLayoutEffect(() => window.scrollTo(0, 0), [pathname])
  const elsewhere = guard?.({ user, entries, path: pathname, params })
  if (elsewhere?.startsWith('/api/')) return <Leave to={elsewhere} />
  if (elsewhere) return <Navigate to={elsewhere} replace />
  return (
    <>
      <Title>{title}</Title>
      <Screen />
    </>
  )
}

/** Out of the single page, to an address the server answers. */
function Leave({ to }: { to: string }) {
  useLayoutEffect(() => window.location.replace(to), [to])
  return null
}

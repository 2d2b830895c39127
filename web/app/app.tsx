import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { paths, signInAddress } from '../../contract/screens.ts'
import { shellWords } from '#words/shell.ts'
import { shopWords as t } from '#words/shop/shop.ts'
import { InsideLink, useLocation } from '../client/location.tsx'
import { PageFault } from './page-fault.tsx'
import { SettingsProvider, useVisitor } from '../client/page.tsx'
import type { PageSettings } from '../../contract/page-data.ts'
import { SiteMap } from './routes.tsx'
import { sessionWatch } from './lazy-session-watch.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { LinkProvider, type LinkProps } from '../ui/links/link.tsx'
import { Loader } from '../ui/loading/loader.tsx'
import { ToastProvider } from '../ui/overlays/toast.tsx'

/** Paths that are no page of the site map are left to the browser. */
function SiteLink({ href, children, ...rest }: LinkProps) {
  const inside = href.startsWith('/') && !/^\/(api|identity|sandbox|installers)\//.test(href)
  return inside ? (
    <InsideLink href={href} {...rest}>
      {children}
    </InsideLink>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  )
}

function Waiting() {
  return useLocation().waiting ? <Loader over label={t.loading} /> : null
}

function Watch() {
  const { user } = useVisitor()
  if (!user) return null
  return (
    <Suspense>
      <sessionWatch.Screen user={user} />
    </Suspense>
  )
}

export function App({ queries, settings }: { queries: QueryClient; settings: PageSettings }) {
  const { pathname, moved } = useLocation()
  return (
    <QueryClientProvider client={queries}>
      <SettingsProvider settings={settings}>
        <LinkProvider link={SiteLink}>
          <ToastProvider words={{ region: t.notifications, close: t.close }}>
            <a className="skip-link" href="#main">
              {t.skipToContent}
            </a>
            {settings.returnTo !== undefined && pathname === paths.home && (
              <aside className="site-notice">
                {shellWords.signInFirst} <a href={signInAddress(settings.returnTo)}>{t.header.signIn}</a>
              </aside>
            )}
            {settings.testMode && <aside className="site-notice">{shellWords.testMode}</aside>}
            <Suspense fallback={<Loader label={t.loading} />}>
              <SiteHeader />
              <main id="main" tabIndex={-1}>
                <Waiting />
                <PageFault at={pathname} moved={moved}>
                  <Suspense fallback={<Loader label={t.loading} />}>
                    <SiteMap />
                  </Suspense>
                </PageFault>
              </main>
              <SiteFooter />
              <Watch />
            </Suspense>
          </ToastProvider>
        </LinkProvider>
      </SettingsProvider>
    </QueryClientProvider>
  )
}

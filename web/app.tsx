import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'
import { shopWords as say } from '../core/words/en/shop.ts'
import { PageFault } from './page-fault.tsx'
import { SettingsProvider, type PageSettings } from './page.tsx'
import { SiteMap } from './routes.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import { LinkProvider, type LinkProps } from './ui/link.tsx'
import { Loader } from './ui/loader.tsx'
import { ToastProvider } from './ui/toast.tsx'

/** Paths that the server answers and React does not know are left to the browser. */
function SiteLink({ href, ...rest }: LinkProps) {
  const inside = href.startsWith('/') && !/^\/(api|identity|sandbox|installers)\//.test(href)
  return inside ? <InsideLink href={href} {...rest} /> : <a href={href} {...rest} />
}

/** React Router's own link brings its prefetching along, which nothing here uses. */
function InsideLink({ href, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(href)
  return (
    <a
      href={useHref(href)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
      {...rest}
    />
  )
}

export function App({ queryClient, settings }: { queryClient: QueryClient; settings: PageSettings }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SettingsProvider settings={settings}>
        <LinkProvider link={SiteLink}>
          <ToastProvider words={{ region: say.notifications, close: say.close }}>
            <a className="skip-link" href="#main">
              {say.skipToContent}
            </a>
            <Suspense fallback={<Loader label={say.loading} />}>
              <SiteHeader />
              <main id="main" tabIndex={-1}>
                <PageFault>
                  <Suspense fallback={<Loader label={say.loading} />}>
                    <SiteMap />
                  </Suspense>
                </PageFault>
              </main>
              <SiteFooter />
            </Suspense>
          </ToastProvider>
        </LinkProvider>
      </SettingsProvider>
    </QueryClientProvider>
  )
}

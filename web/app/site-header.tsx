import { Suspense } from 'react'
import { mayEnterAdminArea, pathAfterSignIn, paths, signInAddress } from '../../contract/screens.ts'
import { shopWords } from '#words/shop/shop.ts'
import { useLocation } from '../client/location.tsx'
import { useSettings, useVisitor } from '../client/page.tsx'
import { Link } from '../ui/links/link.tsx'
import { lazyScreen } from '../ui/loading/lazy-screen.tsx'
import { adminMenu, type MenuItem } from './admin-menu.ts'

const t = shopWords.header

/** For signed-in people. */
export const userMenu = lazyScreen('web/app/user-menu.tsx', async () => (await import('./user-menu.tsx')).UserMenu)

/** The numbers of waiting items beside the links of the admin area. */
export const waitingCount = lazyScreen(
  'web/admin/queue/waiting-count.tsx',
  async () => (await import('../admin/queue/waiting-count.tsx')).WaitingCount,
)

const shopMenu: MenuItem[] = [{ href: paths.plans, label: t.plans }]
const headerMenu: MenuItem[] = [{ href: paths.administration, label: t.administration }, ...adminMenu]

export function SiteHeader() {
  const { brand } = useSettings()
  const { user } = useVisitor()
  const { pathname } = useLocation()
  const administrator = mayEnterAdminArea(user)
  const asAdmin = administrator && pathname.startsWith('/administration')
  return (
    <header className={asAdmin ? 'site-header site-header--wide' : 'site-header'}>
      <Link className="logo" href={administrator ? paths.administration : paths.home} aria-label={t.home(brand.name)}>
        {brand.logo ? (
          <img src={brand.logo} alt="" />
        ) : (
          <>
            {brand.mark ? <img src={brand.mark} alt="" width="28" height="28" /> : null}
            <span className="logo__name">{brand.name}</span>
          </>
        )}
      </Link>
      <div className="site-header__side">
        {(asAdmin ? headerMenu : shopMenu).map(({ href, label, second }) => (
          <Link
            key={href}
            className={second ? 'nav-link nav-link--second' : 'nav-link'}
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
          >
            {label}
            {second ? <waitingCount.Screen href={href} /> : null}
          </Link>
        ))}
        {user ? (
          <Suspense>
            <userMenu.Screen user={user} administrator={administrator} />
          </Suspense>
        ) : (
          <a className="nav-link" href={signInAddress(pathAfterSignIn(pathname))}>
            {t.signIn}
          </a>
        )}
      </div>
    </header>
  )
}

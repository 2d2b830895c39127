import { interfaceLimits } from '../../domain/limits.ts'
import { isAdministrator, paths, signInAddress, type User } from '../../contract/screens.ts'
import { shopWords } from '#words/shop.ts'
import { useLocation } from '../client/location.tsx'
import { useSettings, useVisitor } from '../client/page.tsx'
import { SignOutForm } from '../forms/sign-out-form.tsx'
import { Link } from '../ui/links/link.tsx'
import { Menu, MenuButton, MenuLink } from '../ui/overlays/menu.tsx'
import { truncate } from '../ui/truncate.ts'

const t = shopWords.header

type NavItem = { href: string; label: string; second?: boolean }

const shopPlaces: NavItem[] = [{ href: paths.plans, label: t.plans }]
const ownMenu: NavItem[] = [{ href: paths.account, label: t.account }]
/** Where there is no room for them in the header, they are in the menu alone. */
const adminSecondary: NavItem[] = [
  { href: paths.reviews, label: t.reviews, second: true },
  { href: paths.screening, label: t.screening, second: true },
  { href: paths.mails, label: t.mails, second: true },
]
const headerPlaces: NavItem[] = [{ href: paths.administration, label: t.administration }, ...adminSecondary]
const administratorsMenu: NavItem[] = [{ href: paths.administration, label: t.users }, ...adminSecondary]

export function SiteHeader() {
  const { brand } = useSettings()
  const { user } = useVisitor()
  const { pathname } = useLocation()
  const administrator = isAdministrator(user)
  const asAdmin = administrator && pathname.startsWith('/administration')
  return (
    <header className={asAdmin ? 'site-header site-header--wide' : 'site-header'}>
      <Link className="logo" href={administrator ? paths.administration : paths.home} aria-label={t.home(brand.name)}>
        {brand.logo ? <img src={brand.logo} alt="" /> : brand.name}
      </Link>
      <div className="site-header__side">
        {(asAdmin ? headerPlaces : shopPlaces).map(({ href, label, second }) => (
          <Link
            key={href}
            className={second ? 'nav-link nav-link--second' : 'nav-link'}
            href={href}
            aria-current={pathname === href ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
        {user ? (
          <UserMenu user={user} administrator={administrator} />
        ) : (
          <a className="nav-link" href={signInAddress(pathname)}>
            {t.signIn}
          </a>
        )}
      </div>
    </header>
  )
}

function UserMenu({ user, administrator }: { user: User; administrator: boolean }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email
  const short = truncate(name, interfaceLimits.adminNameShown)
  // What a button is called must hold the words that are read on it, those cut short too.
  const called = short === name ? t.menu(name) : `${short} ${t.menu(name)}`
  return (
    <Menu label={short} name={called} icon="user" head={name}>
      {(administrator ? administratorsMenu : ownMenu).map(({ href, label }) => (
        <MenuLink key={href} href={href}>
          {label}
        </MenuLink>
      ))}
      <SignOutForm>
        <MenuButton type="submit" icon="sign-out">
          {t.signOut}
        </MenuButton>
      </SignOutForm>
    </Menu>
  )
}

import { interfaceLimits } from '../core/limits.ts'
import { isAdministrator, paths, signInAddress, type User } from '../core/screens.ts'
import { shopWords } from '#words/shop.ts'
import { useLocation } from './location.tsx'
import { useSettings, useVisitor } from './page.tsx'
import { SignOutForm } from './forms/sign-out-form.tsx'
import { Link } from './ui/link.tsx'
import { Menu, MenuButton, MenuLink } from './ui/menu.tsx'
import { truncate } from './ui/truncate.ts'

const say = shopWords.header

export function SiteHeader() {
  const { brand } = useSettings()
  const { user } = useVisitor()
  const { pathname } = useLocation()
  const administrator = isAdministrator(user)
  const atDesk = administrator && pathname.startsWith('/administration')
  return (
    <header className={atDesk ? 'site-header site-header--wide' : 'site-header'}>
      <Link className="logo" href={administrator ? paths.administration : paths.home} aria-label={say.home(brand.name)}>
        {brand.logo ? <img src={brand.logo} alt="" /> : brand.name}
      </Link>
      <div className="site-header__side">
        {atDesk ? null : (
          <Link className="nav-link" href={paths.plans} aria-current={pathname === paths.plans ? 'page' : undefined}>
            {say.plans}
          </Link>
        )}
        {atDesk ? (
          <Link
            className="nav-link"
            href={paths.administration}
            aria-current={pathname === paths.administration ? 'page' : undefined}
          >
            {say.administration}
          </Link>
        ) : null}
        {atDesk ? (
          <Link
            className="nav-link nav-link--second"
            href={paths.reviews}
            aria-current={pathname === paths.reviews ? 'page' : undefined}
          >
            {say.reviews}
          </Link>
        ) : null}
        {atDesk ? (
          <Link
            className="nav-link nav-link--second"
            href={paths.screening}
            aria-current={pathname === paths.screening ? 'page' : undefined}
          >
            {say.screening}
          </Link>
        ) : null}
        {atDesk ? (
          <Link
            className="nav-link nav-link--second"
            href={paths.mails}
            aria-current={pathname === paths.mails ? 'page' : undefined}
          >
            {say.mails}
          </Link>
        ) : null}
        {user ? (
          <UserMenu user={user} administrator={administrator} />
        ) : (
          <a className="nav-link" href={signInAddress(pathname)}>
            {say.signIn}
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
  const called = short === name ? say.menu(name) : `${short} ${say.menu(name)}`
  return (
    <Menu label={short} name={called} icon="user" head={name}>
      {administrator ? null : <MenuLink href={paths.account}>{say.account}</MenuLink>}
      {administrator ? <MenuLink href={paths.administration}>{say.users}</MenuLink> : null}
      {administrator ? <MenuLink href={paths.reviews}>{say.reviews}</MenuLink> : null}
      {administrator ? <MenuLink href={paths.screening}>{say.screening}</MenuLink> : null}
      {administrator ? <MenuLink href={paths.mails}>{say.mails}</MenuLink> : null}
      <SignOutForm>
        <MenuButton type="submit" icon="sign-out">
          {say.signOut}
        </MenuButton>
      </SignOutForm>
    </Menu>
  )
}

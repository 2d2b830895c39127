import { interfaceLimits } from '../../domain/limits.ts'
import { isAdministrator, paths, type User } from '../../contract/screens.ts'
import { screenTitles } from '#words/titles.ts'
import { shopWords } from '#words/shop/shop.ts'
import { SignOutForm } from '../forms/sign-out-form.tsx'
import { Menu, MenuButton, MenuLink } from '../ui/overlays/menu.tsx'
import { truncate } from '../ui/truncate.ts'
import { adminMenu, type MenuItem } from './admin-menu.ts'

const t = shopWords.header
const ownMenu: MenuItem[] = [{ href: paths.account, label: t.account }]
/** Password, sessions and second factors; most administrators and support agents have no subscription. */
const staffMenu: MenuItem = { href: paths.account, label: t.ownAccount }
const administratorsMenu: MenuItem[] = [
  { href: paths.administration, label: t.users },
  ...adminMenu,
  { href: paths.catalogue, label: screenTitles.catalogue },
]

const administratorsOnly: MenuItem[] = (['connect', 'settings'] as const).map((name) => ({
  href: paths[name],
  label: screenTitles[name],
}))

/** Returns the menu without pages that support agents may not open. */
function menuOf(user: User, administrator: boolean): readonly MenuItem[] {
  if (!administrator) return ownMenu
  return [...administratorsMenu, ...(isAdministrator(user) ? administratorsOnly : []), staffMenu]
}

export function UserMenu({ user, administrator }: { user: User; administrator: boolean }) {
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email
  const short = truncate(name, interfaceLimits.adminNameShown)
  // The accessible name of a button must contain its visible text, even if that is cut short.
  const called = short === name ? t.menu(name) : `${short} ${t.menu(name)}`
  return (
    <Menu label={short} name={called} icon="user" head={name}>
      {menuOf(user, administrator).map(({ href, label, second }) => (
        <MenuLink key={href} href={href} data-second={second}>
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

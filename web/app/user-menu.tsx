import { interfaceLimits } from '../../domain/limits.ts'
import { mayOpen, paths, screens, type User } from '../../contract/screens.ts'
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
const moreScreens = ['catalogue', 'connect', 'settings'] as const

/** Returns the menu without pages that a support agent may not open. */
function menuOf(user: User, administrator: boolean): readonly MenuItem[] {
  if (!administrator) return ownMenu
  const more = moreScreens.filter((name) => mayOpen(screens[name], user))
  return [
    { href: paths.administration, label: t.users },
    ...adminMenu,
    ...more.map((name) => ({ href: paths[name], label: screenTitles[name] })),
    staffMenu,
  ]
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

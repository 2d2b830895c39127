import { useId } from 'react'
import type { ButtonHTMLAttributes, KeyboardEvent, ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon.tsx'
import { Link } from '../links/link.tsx'
import type { LinkProps } from '../links/link.tsx'
import { usePopover } from './use-popover.ts'

export type MenuProps = {
  /** The content of the button; `name` if that is cut short or only an icon. */
  label: ReactNode
  name?: string | undefined
  icon?: IconName | undefined
  /** Above the entries: the full name and address. */
  head?: ReactNode
  /** MenuLink and MenuButton, also inside a form. */
  children: ReactNode
}

/** A menu of links and buttons behind a button; it also opens without scripts, by the browser's own means. */
export function Menu({ label, name, icon, head, children }: MenuProps) {
  const id = useId()
  const { anchor, popover, open, hide, onToggle } = usePopover<HTMLButtonElement>({ align: 'end' })

  function entries(): HTMLElement[] {
    return Array.from(popover.current?.querySelectorAll<HTMLElement>('.menu__item') ?? [])
  }

  function press(event: KeyboardEvent) {
    const items = entries()
    const at = items.findIndex((item) => item === document.activeElement)
    const to = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: at < 1 ? items.length - 1 : at - 1,
      Home: 0,
      End: items.length - 1,
    }
    if (!(event.key in to)) return
    event.preventDefault()
    if (!open) popover.current?.showPopover()
    items[to[event.key as keyof typeof to]]?.focus()
  }

  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="nav-link"
        popoverTarget={id}
        aria-label={name}
        aria-expanded={open}
        aria-controls={id}
        onKeyDown={press}
      >
        {icon && <Icon name={icon} />}
        {label}
        <Icon name="chevron-down" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- listens to what its links and buttons let rise */}
      <div
        id={id}
        ref={popover}
        popover="auto"
        className="popover menu"
        onToggle={onToggle}
        onKeyDown={press}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) hide()
        }}
      >
        {head && <div className="menu__head">{head}</div>}
        <div className="menu__items">{children}</div>
      </div>
    </>
  )
}

export function MenuLink(props: Omit<LinkProps, 'className'>) {
  return <Link {...props} className="menu__item" />
}

export type MenuButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  icon?: IconName | undefined
}

export function MenuButton(props: MenuButtonProps) {
  const { icon, children, type, ...rest } = props
  return (
    <button {...rest} type={type === 'submit' ? 'submit' : 'button'} className="menu__item">
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

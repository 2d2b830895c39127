import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type PanelProps = {
  tone?: 'info' | 'green' | 'amber' | 'red' | undefined
  icon?: IconName | undefined
  title?: ReactNode
  children?: ReactNode
  /** 'status' or 'alert' if it appears in response to an action. */
  role?: 'status' | 'alert' | undefined
}

const icons: Record<NonNullable<PanelProps['tone']>, IconName> = {
  info: 'info',
  green: 'check-circle',
  amber: 'warning',
  red: 'error',
}

/** A message in the page: what happened, what to do. */
export function Panel({ tone = 'info', icon = icons[tone], title, children, role }: PanelProps) {
  return (
    <div className={classNames('panel', tone !== 'info' && `panel--${tone}`)} role={role}>
      <Icon name={icon} />
      <div className="panel__words">
        {title && <p className="panel__title">{title}</p>}
        {children}
      </div>
    </div>
  )
}

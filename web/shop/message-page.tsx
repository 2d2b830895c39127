import type { ReactNode } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'

type MessagePageProps = { icon: IconName; heading: string; children: ReactNode }

/** Renders a page with one message: an icon, a heading and its content. */
export function MessagePage({ icon, heading, children }: MessagePageProps) {
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name={icon} />
      </span>
      <h1>{heading}</h1>
      {children}
    </div>
  )
}

import { paths } from '../../contract/screens.ts'
import { administratorsOnlyWords } from '#words/admin/people/administrators-only.ts'
import { pagesWords as t } from '#words/shop/pages.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'

type Words = { heading: string; text: string; button: string }

type MessageProps = { words: Words; icon: IconName; href?: string }

function MessagePage({ words, icon, href = paths.home }: MessageProps) {
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name={icon} />
      </span>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <LinkButton href={href}>{words.button}</LinkButton>
    </div>
  )
}

export function FailureScreen() {
  return <MessagePage words={t.failure} icon="warning" />
}

export function BusyScreen() {
  return <MessagePage words={t.busy} icon="clock" />
}

export function ForbiddenScreen() {
  return <MessagePage words={t.forbidden} icon="lock" />
}

/** Tells a support agent that a page is for administrators. */
export function AdministratorsOnlyScreen() {
  return <MessagePage words={administratorsOnlyWords} icon="lock" href={paths.administration} />
}

export function NotFoundScreen() {
  return <MessagePage words={t.notFound} icon="search" />
}

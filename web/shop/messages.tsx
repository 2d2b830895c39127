import { paths } from '../../contract/screens.ts'
import { pagesWords as t } from '#words/shop/pages.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'

type Words = { heading: string; text: string; button: string }

function MessagePage({ words, icon }: { words: Words; icon: IconName }) {
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name={icon} />
      </span>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <LinkButton href={paths.home}>{words.button}</LinkButton>
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

export function NotFoundScreen() {
  return <MessagePage words={t.notFound} icon="search" />
}

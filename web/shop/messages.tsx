import { paths } from '../../contract/screens.ts'
import { administratorsOnlyWords } from '#words/admin/people/administrators-only.ts'
import { pagesWords as t } from '#words/shop/pages.ts'
import type { IconName } from '../ui/icon.tsx'
import { LinkButton } from '../ui/links/link-button.tsx'
import { MessagePage } from './message-page.tsx'

type Words = { heading: string; text: string; button: string }

type MessageProps = { words: Words; icon: IconName; href?: string }

function Message({ words, icon, href = paths.home }: MessageProps) {
  return (
    <MessagePage icon={icon} heading={words.heading}>
      <p>{words.text}</p>
      <LinkButton href={href}>{words.button}</LinkButton>
    </MessagePage>
  )
}

export function FailureScreen() {
  return <Message words={t.failure} icon="warning" />
}

export function BusyScreen() {
  return <Message words={t.busy} icon="clock" />
}

export function ForbiddenScreen() {
  return <Message words={t.forbidden} icon="lock" />
}

/** Tells a support agent that a page is for administrators. */
export function AdministratorsOnlyScreen() {
  return <Message words={administratorsOnlyWords} icon="lock" href={paths.administration} />
}

export function NotFoundScreen() {
  return <Message words={t.notFound} icon="search" />
}

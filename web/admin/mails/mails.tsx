import { useRef } from 'react'
import { mailsWords as t } from '#words/admin/settings/mails.ts'
import type { Output } from '../../../contract/contract.ts'
import { useAdminPages } from '../admin-pages.ts'
import { ListSection } from '../lists/list-section.tsx'
import { UndeliveredMail } from './undelivered-mail.tsx'
import { useKeptFocus } from '../lists/use-kept-focus.ts'

const name = 'GET /api/v1/mails/undelivered'
type State = Output<typeof name>[number]['state']

/** How often, in ms, the page refreshes, because waiting emails are sent automatically. */
const every = 5000

/** The emails that could not be sent: those given up, which need an administrator, and those that are retried automatically. */
export function FailedMails() {
  return (
    <>
      <Mails state="given-up" words={t.givenUp} />
      <Mails state="waiting" words={t.waiting} />
    </>
  )
}

function Mails({ state, words }: { state: State; words: { heading: string; empty: string; emptyHint: string } }) {
  const query = useAdminPages(name, { query: { state } }, () => every)
  const heading = useRef<HTMLHeadingElement>(null)
  const within = useKeptFocus(query.data, heading)
  return (
    <ListSection
      query={query}
      words={words}
      headingRef={heading}
      within={within}
      renderLine={(mail) => <UndeliveredMail key={mail.id} mail={mail} />}
    />
  )
}

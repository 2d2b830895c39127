import { useRef } from 'react'
import type { Output } from '../../../../../contract/contract.ts'
import { utcMinute } from '../../../../../i18n/calendar-words.ts'
import { accountWords } from '#words/account/account.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { useSuspenseCall } from '../../../../client/queries.ts'
import { leaveSession } from '../../../../client/sign-out.ts'
import { Button } from '../../../../ui/button.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { AccountForm } from '../../account-form.tsx'
import { Setting } from '../setting.tsx'
import { EndButton } from './end-button.tsx'

const t = accountSettingsWords.sessions
const ends = { act: 'end-session', list: 'GET /api/v1/account/sessions', busyLabel: t.ending } as const
type Session = Output<'GET /api/v1/account/sessions'>[number]

/** Lists the sessions of the person, and ends them. */
export function SessionsSetting() {
  const sessions = useSuspenseCall('GET /api/v1/account/sessions')
  const list = useRef<HTMLUListElement>(null)
  // The pressed button is gone afterwards.
  const ended = () => list.current?.focus()
  return (
    <Setting whole title={t.title} text={t.text}>
      <ul ref={list} className="sessions" tabIndex={-1} aria-label={t.title}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} ended={ended} />
        ))}
      </ul>
      <div className="cluster">
        {sessions.length > 1 ? <EndButton {...ends} label={t.endOthers} done={t.othersEnded} ended={ended} /> : null}
        <AccountForm act="sign-out-everywhere" done={() => leaveSession()} failed={accountSettingsWords.failed}>
          {(busy) => (
            <Button variant="quiet" size="small" type="submit" busy={busy} busyLabel={t.ending}>
              {accountWords.signOutEverywhere}
            </Button>
          )}
        </AccountForm>
      </div>
    </Setting>
  )
}

function SessionLine({ session, ended }: { session: Session; ended: () => void }) {
  const { id, browser, began, lastSeen, current } = session
  const name = browser ?? t.unknownBrowser
  return (
    <li>
      <div>
        <p className="sessions__name">
          <span className="strong">{name}</span>
          {current ? <StatusBadge tone="green" word={t.current} /> : null}
        </p>
        <p className="fine-print">
          {t.began(utcMinute(began))}
          {current ? null : `, ${t.lastSeen(utcMinute(lastSeen))}`}
        </p>
      </div>
      {current ? null : <EndButton {...ends} id={id} label={t.end} about={name} done={t.ended} ended={ended} />}
    </li>
  )
}

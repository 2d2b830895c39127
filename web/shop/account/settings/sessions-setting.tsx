import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { paths } from '../../../../contract/screens.ts'
import { utcMinute } from '../../../../i18n/calendar-words.ts'
import { accountWords } from '#words/account/account.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { call, messageOf } from '../../../client/api.ts'
import { useCall } from '../../../client/page.tsx'
import { tellOtherTabs } from '../../../client/session.ts'
import { PageForm } from '../../../forms/page-form.tsx'
import { Button } from '../../../ui/button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { Setting } from './setting.tsx'

const t = accountSettingsWords.sessions
type Session = Output<'GET /api/v1/account/sessions'>[number]

/** Where one is signed in, and how to end it there. */
export function SessionsSetting() {
  const sessions = useCall('GET /api/v1/account/sessions')
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed is gone afterwards.
  const ended = () => list.current?.focus()
  return (
    <Setting whole title={t.title} text={t.text}>
      <ul ref={list} className="sessions" tabIndex={-1} aria-label={t.title}>
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} ended={ended} />
        ))}
      </ul>
      <div className="cluster">
        {sessions.length > 1 ? <EndButton label={t.endOthers} done={t.othersEnded} ended={ended} /> : null}
        <PageForm action={paths.account} hidden={{ act: 'sign-out-everywhere' }} onSubmit={signOutEverywhere}>
          <Button variant="quiet" size="small" type="submit">
            {accountWords.signOutEverywhere}
          </Button>
        </PageForm>
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
      {current ? null : <EndButton id={id} label={t.end} about={name} done={t.ended} ended={ended} />}
    </li>
  )
}

type EndButtonProps = { id?: string; label: string; about?: string; done: string; ended: () => void }

/** Ends the session named, or all but this one. */
function EndButton({ id, label, about, done, ended }: EndButtonProps) {
  const [busy, setBusy] = useState(false)
  const queries = useQueryClient()
  const toast = useToast()
  const body = id === undefined ? {} : { id }

  async function end() {
    setBusy(true)
    try {
      await call('POST /api/v1/account/sessions/end', { body })
      await queries.invalidateQueries({ queryKey: ['GET /api/v1/account/sessions'] })
      toast({ tone: 'success', message: done })
      ended()
    } catch (error) {
      toast({ tone: 'error', message: messageOf(error, accountSettingsWords.failed) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <PageForm action={paths.account} hidden={{ act: 'end-session', ...body }} onSubmit={end}>
      <Button variant="quiet" size="small" type="submit" busy={busy} busyLabel={t.ending}>
        {label}
        {about === undefined ? null : <span className="visually-hidden"> {about}</span>}
      </Button>
    </PageForm>
  )
}

async function signOutEverywhere(): Promise<void> {
  await call('POST /api/v1/account/sign-out-everywhere', { body: {} }).catch(() => undefined)
  tellOtherTabs()
  window.location.assign(paths.home)
}

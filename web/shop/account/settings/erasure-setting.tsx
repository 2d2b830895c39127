import { useEffect, useRef } from 'react'
import { longDate } from '../../../../domain/calendar.ts'
import { accountSettingsWords } from '#words/account/settings.ts'
import { locale } from '#words/locale.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { AccountForm } from '../account-form.tsx'
import { Setting } from './setting.tsx'
import { useRefresh } from '../../../client/queries.ts'

const t = accountSettingsWords.erasure

/** Requests erasure, after the person has read what it means, and withdraws the request until it is carried out. */
export function ErasureSetting({ requested }: { requested: string | null }) {
  const content = useRef<HTMLDivElement>(null)
  const acted = useRef(false)
  // The pressed button is gone, and with it the focus.
  useEffect(() => {
    if (acted.current && document.activeElement === document.body)
      content.current?.querySelector<HTMLElement>('summary, button')?.focus()
    acted.current = false
  }, [requested])
  const onAct = () => void (acted.current = true)
  return (
    <Setting whole title={t.title} text={t.text}>
      <div ref={content}>
        {requested === null ? (
          <details className="disclosure">
            <summary className={buttonClass({ variant: 'quiet', size: 'small' })}>{t.open}</summary>
            <div className="stack">
              <ul>
                {t.means.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
              <ErasureForm act="request-erasure" onAct={onAct} />
            </div>
          </details>
        ) : (
          <Panel tone="amber" icon="clock" title={t.requested(longDate(requested, locale))} role="status">
            <p>{t.requestedText}</p>
            <ErasureForm act="withdraw-erasure" onAct={onAct} />
          </Panel>
        )}
      </div>
    </Setting>
  )
}

function ErasureForm({ act, onAct }: { act: 'request-erasure' | 'withdraw-erasure'; onAct: () => void }) {
  const refresh = useRefresh()
  const toast = useToast()
  const words = t[act]

  async function show() {
    onAct()
    await refresh('GET /api/v1/account/settings')
    toast({ tone: 'success', message: words.done })
  }

  return (
    <AccountForm act={act} done={show} failed={accountSettingsWords.failed}>
      {(busy) => (
        <Button
          type="submit"
          variant={act === 'request-erasure' ? 'danger' : 'quiet'}
          size="small"
          busy={busy}
          busyLabel={words.busy}
        >
          {words.button}
        </Button>
      )}
    </AccountForm>
  )
}

import { useEffect, useRef, useState } from 'react'
import { interfaceLimits } from '../../../domain/limits.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { useSettings } from '../../client/page.tsx'
import { useSuspenseCall } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

const words = confirmationWords.trial.check
const { clientDetectionAttempts: attempts, clientDetectionInterval: interval } = interfaceLimits

type State = { step: 'idle' | 'unsupported' | 'installed' | 'missing' } | { step: 'checking'; attempt: number }

const onWindows = () => /Windows/.test(navigator.userAgent)

/** Resolves to whether the client has answered the check with this id; false if there is no connection. */
async function isAnswered(id: string): Promise<boolean> {
  try {
    const response = await fetch(`/api/v1/client-checks/${id}`, { signal: AbortSignal.timeout(interval) })
    return ((await response.json()) as { state: string }).state === 'answered'
  } catch {
    return false
  }
}

/**
 * Starts the desktop client by its own protocol. The client counts as installed if it responds to the check in the link
 * or, for older clients, if the window loses focus.
 */
export function ClientCheck() {
  const { brand } = useSettings()
  const { tssUrl } = useSuspenseCall('GET /api/v1/config/tss')
  const [state, setState] = useState<State>({ step: 'idle' })
  const stopChecking = useRef<() => void>(() => undefined)
  useEffect(() => () => stopChecking.current(), [])

  function check() {
    if (!onWindows()) return setState({ step: 'unsupported' })
    // Browsers do not offer randomUUID to a page without TLS.
    const id = window.isSecureContext ? crypto.randomUUID() : null
    let attempt = 1
    let isOver = false
    const end = (step: 'installed' | 'missing') => {
      if (isOver) return
      stopChecking.current()
      setState({ step })
    }
    const found = () => end('installed')
    const poll = async (isLast: boolean) => {
      if (id !== null && (await isAnswered(id))) found()
      else if (isLast) end('missing')
    }
    const timer = window.setInterval(() => {
      const isLast = attempt === attempts
      void poll(isLast)
      if (isLast) return window.clearInterval(timer)
      attempt += 1
      setState({ step: 'checking', attempt })
    }, interval)
    stopChecking.current = () => {
      isOver = true
      window.clearInterval(timer)
      window.removeEventListener('blur', found)
    }
    window.addEventListener('blur', found)
    setState({ step: 'checking', attempt })
    window.location.assign(
      `${brand.desktopProtocol}://open?server=${encodeURIComponent(tssUrl)}${id === null ? '' : `&check=${id}`}`,
    )
  }

  return (
    <div className="stack stack--tight">
      <noscript>{words.noScripts}</noscript>
      <div className="needs-scripts">
        <Button variant="quiet" busy={state.step === 'checking'} busyLabel={words.checking} onClick={check}>
          {words.button}
        </Button>
      </div>
      <div role="status">
        {state.step === 'checking' ? <p className="small soft">{words.attempt(state.attempt, attempts)}</p> : null}
        {state.step === 'installed' ? <Panel tone="green">{words.installed}</Panel> : null}
        {state.step === 'missing' ? <Panel tone="amber">{words.missing}</Panel> : null}
        {state.step === 'unsupported' ? <Panel tone="info">{words.unsupported}</Panel> : null}
      </div>
    </div>
  )
}

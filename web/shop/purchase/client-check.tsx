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

/** Starts the desktop client by its own protocol; a window that loses focus says that something answered. */
export function ClientCheck() {
  const { brand } = useSettings()
  const { tssUrl } = useSuspenseCall('GET /api/v1/config/tss')
  const [state, setState] = useState<State>({ step: 'idle' })
  const stopChecking = useRef<() => void>(() => undefined)
  useEffect(() => () => stopChecking.current(), [])

  function check() {
    if (!onWindows()) return setState({ step: 'unsupported' })
    let attempt = 1
    const end = (step: 'installed' | 'missing') => {
      stopChecking.current()
      setState({ step })
    }
    const found = () => end('installed')
    const timer = window.setInterval(() => {
      if (attempt === attempts) return end('missing')
      attempt += 1
      setState({ step: 'checking', attempt })
    }, interval)
    stopChecking.current = () => {
      window.clearInterval(timer)
      window.removeEventListener('blur', found)
    }
    window.addEventListener('blur', found)
    setState({ step: 'checking', attempt })
    window.location.assign(`${brand.desktopProtocol}://open?server=${encodeURIComponent(tssUrl)}`)
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

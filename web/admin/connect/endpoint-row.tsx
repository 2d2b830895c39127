import { utcMinute } from '../../../i18n/calendar-words.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { useActNow } from '../use-act-now.ts'
import type { Endpoint, EndpointAct } from './endpoint.ts'

const t = connectWords.endpoints
const tones: Record<Endpoint['state'], Tone> = { on: 'green', failing: 'red', off: 'grey' }

/** One endpoint: its state, and the acts on it. */
export function EndpointRow({ endpoint, ask }: { endpoint: Endpoint; ask: (act: EndpointAct | 'deliveries') => void }) {
  const { id, url, state } = endpoint
  const { busy, actNow } = useActNow()
  const path = { id }

  const now = (act: 'test' | 'resume') =>
    actNow(
      () =>
        act === 'test'
          ? call('POST /api/v1/webhooks/{id}/test', { path, body: {} })
          : call('POST /api/v1/webhooks/{id}/resume', { path, body: {} }),
      t[act],
    )

  const named = (label: string) => ({ 'aria-label': `${label}: ${url}`, children: label })
  const button = { size: 'small', variant: 'quiet' } as const
  return (
    <li>
      <div className="admin-list__who">
        <span className="strong anywhere" dir="auto">
          {url}
        </span>
        <span className="soft small">{endpoint.description}</span>
      </div>
      <div className="admin-list__what">
        <div className="cluster">
          <StatusBadge tone={tones[state]} word={t.states[state]} />
          <span className="small soft">{t.types(endpoint.types.length)}</span>
        </div>
        <p className="small">{standingOf(endpoint)}</p>
        <p className="small soft">
          {endpoint.waiting > 0 ? t.waiting(endpoint.waiting) : null}{' '}
          {endpoint.failed > 0 ? t.failed(endpoint.failed) : null}
        </p>
      </div>
      <div className="cluster">
        <Button {...button} {...named(connectWords.deliveries.button)} onClick={() => ask('deliveries')} />
        {state === 'off' ? (
          <Button {...button} {...named(t.resume.button)} busy={busy} onClick={() => void now('resume')} />
        ) : (
          <>
            <Button {...button} {...named(t.test.button)} busy={busy} onClick={() => void now('test')} />
            <Button {...button} {...named(t.replay.button)} onClick={() => ask('replay')} />
            <Button {...button} {...named(t.pause.button)} onClick={() => ask('pause')} />
          </>
        )}
        <Button {...button} {...named(t.rotate.button)} onClick={() => ask('rotate')} />
        <Button {...button} {...named(t.remove.button)} onClick={() => ask('remove')} />
      </div>
    </li>
  )
}

function standingOf({ state, offReason, failingSince, lastSuccessAt }: Endpoint): string {
  if (state === 'off') return offReason === null ? '' : t.offReasons[offReason]
  if (state === 'failing' && failingSince !== null) return t.failing(utcMinute(failingSince))
  return lastSuccessAt === null ? t.noSuccess : t.lastSuccess(utcMinute(lastSuccessAt))
}

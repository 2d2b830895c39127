import { useRef } from 'react'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { useSettings } from '../../client/page.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { AskDialog } from '../ask-dialog.tsx'
import { useDraft } from '../drafts.ts'
import { ConfirmDialog } from '../user/dialogs/confirm-dialog.tsx'
import type { Endpoint, EndpointAct } from './endpoint.ts'
import { isoDay, later } from '../../../domain/calendar.ts'
import { lifetimes } from '../../../domain/limits.ts'

const t = connectWords.endpoints

type Props = { act: EndpointAct; endpoint: Endpoint; onShow: (secret: string) => void; onClose: () => void }

/** Asks before an act on an endpoint, and performs it. */
export function EndpointActDialog({ act, endpoint, onShow, onClose }: Props) {
  const made = useRef<string>(undefined)
  if (act === 'replay') return <ReplayDialog endpoint={endpoint} onClose={onClose} />
  const words = t[act]
  const path = { id: endpoint.id }
  async function carryOut() {
    if (act === 'rotate') made.current = (await call('POST /api/v1/webhooks/{id}/rotate', { path, body: {} })).secret
    else if (act === 'pause') await call('POST /api/v1/webhooks/{id}/pause', { path, body: {} })
    else await call('DELETE /api/v1/webhooks/{id}', { path })
  }
  return (
    <ConfirmDialog
      words={{ ...words, confirm: words.button, discard: connectWords.cancel }}
      text={typeof words.text === 'string' ? words.text : words.text(endpoint.url)}
      dangerous={act === 'remove'}
      act={carryOut}
      onClose={() => (made.current === undefined ? onClose() : onShow(made.current))}
    />
  )
}

/** Asks from which day on messages are sent again. */
function ReplayDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const words = t.replay
  const { now } = useSettings()
  const draft = `replay ${endpoint.id}`
  const kept = new Date(new Date(now).getTime() - lifetimes.message)
  const [since, setSince] = useDraft(draft, 'since', isoDay(later(new Date(endpoint.createdAt), kept)))

  function replay() {
    const body = { since: `${since}T00:00:00.000Z` }
    return call('POST /api/v1/webhooks/{id}/replay', { path: { id: endpoint.id }, body })
  }

  return (
    <AskDialog
      title={words.title}
      draft={draft}
      words={{ ...words, confirm: words.button, discard: connectWords.cancel }}
      check={() => since !== ''}
      act={replay}
      done={({ queued }) => words.done(queued)}
      onClose={onClose}
    >
      {(failure) => (
        <>
          <p>{words.text}</p>
          <TextField
            id="replay-since"
            name="since"
            type="date"
            label={words.since}
            value={since}
            error={since === '' ? connectWords.required : undefined}
            onChange={setSince}
          />
          {failure}
        </>
      )}
    </AskDialog>
  )
}

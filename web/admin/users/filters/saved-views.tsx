import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import { listLimits } from '../../../../domain/limits.ts'
import { paths } from '../../../../contract/screens.ts'
import type { Output } from '../../../../contract/contract.ts'
import { viewWords as t } from '#words/admin/people/views.ts'
import { call, messageOf } from '../../../client/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/links/link.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { useRefresh } from '../../../client/queries.ts'
import { useAdminCall } from '../../admin-call.ts'
import { useActNow } from '../../use-act-now.ts'
import { usersAddress, type Criteria } from '../users-place.ts'
import { PopoverChip } from './disclosure-chip.tsx'

type View = Output<'GET /api/v1/views'>[number]

/** Lists the administrator's saved views of the list, each a link, behind a button. */
export function SavedViews({ criteria }: { criteria: Criteria }) {
  return (
    <PopoverChip label={t.views} name={t.saved}>
      <Views query={usersAddress('', criteria).slice(1)} />
    </PopoverChip>
  )
}

function Views({ query }: { query: string }) {
  const { data: views } = useAdminCall('GET /api/v1/views')
  const [renaming, setRenaming] = useState<string | null>(null)
  const shown = useRef<HTMLDivElement>(null)
  const count = views?.length
  // The pressed button is gone, and with it the focus.
  useEffect(() => {
    if (document.activeElement === document.body) shown.current?.focus()
  }, [count, renaming])

  return (
    <>
      <div ref={shown} tabIndex={-1}>
        {views?.length === 0 ? <p className="soft small">{t.none}</p> : null}
        {views && views.length > 0 ? (
          <ul className="users-views small">
            {views.map((view) => (
              <li key={view.id} className="cluster">
                {renaming === view.id ? (
                  <NameForm
                    label={t.renameTo(view.name)}
                    button={t.keep}
                    initial={view.name}
                    onDiscard={() => setRenaming(null)}
                    act={async (name) => {
                      await call('POST /api/v1/views/{id}', { path: { id: view.id }, body: { name } })
                      setRenaming(null)
                    }}
                  />
                ) : (
                  <>
                    <Link
                      href={`${paths.administration}${view.query === '' ? '' : `?${view.query}`}`}
                      aria-current={view.query === query ? 'true' : undefined}
                    >
                      {view.name}
                    </Link>
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={t.rename(view.name)}
                      onClick={() => setRenaming(view.id)}
                    >
                      {t.keep}
                    </Button>
                    <RemoveButton view={view} />
                  </>
                )}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <NameForm label={t.name} button={t.save} act={(name) => call('POST /api/v1/views', { body: { name, query } })} />
    </>
  )
}

function RemoveButton({ view }: { view: View }) {
  const { busy, actNow } = useActNow()
  const remove = () =>
    actNow(() => call('DELETE /api/v1/views/{id}', { path: { id: view.id } }), {
      done: t.removed(view.name),
      failed: t.removeFailed,
    })
  return (
    <Button variant="quiet" size="small" aria-label={t.remove(view.name)} busy={busy} onClick={() => void remove()}>
      {t.removeIt}
    </Button>
  )
}

type NameFormProps = {
  label: string
  button: string
  initial?: string
  onDiscard?: () => void
  act: (name: string) => Promise<unknown>
}

/** Asks for the name of a view, and shows the server's message below. */
function NameForm({ label, button, initial = '', onDiscard, act }: NameFormProps) {
  const [name, setName] = useState(initial)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useRefresh()
  const toast = useToast()
  const id = useId()

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return document.getElementById(id)?.focus()
    setBusy(true)
    setFailure(null)
    try {
      await act(name.trim())
      // Cleared before the list is requested again, so that a name entered meanwhile stays.
      setName('')
      setBusy(false)
      toast({ tone: 'success', message: t.done(name.trim()) })
      await refresh()
    } catch (error) {
      setFailure(messageOf(error, t.saveFailed))
      setBusy(false)
    }
  }

  return (
    <form className="users-views__form small" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>{label}</label>
      <span className="cluster">
        <input
          id={id}
          className="input"
          value={name}
          maxLength={listLimits.viewName}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person who pressed Rename means to type
          autoFocus={initial !== ''}
          aria-invalid={failure === null ? undefined : true}
          aria-describedby={failure === null ? undefined : `${id}-error`}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onDiscard?.()}
        />
        <Button type="submit" variant="quiet" size="small" busy={busy}>
          {button}
        </Button>
        {onDiscard ? (
          <Button variant="quiet" size="small" onClick={onDiscard}>
            {t.discard}
          </Button>
        ) : null}
      </span>
      <span role="alert" id={`${id}-error`} className="users-views__error">
        {failure}
      </span>
    </form>
  )
}

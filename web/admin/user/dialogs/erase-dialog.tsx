import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { longDate } from '../../../../domain/catalogue/plan.ts'
import { paths } from '../../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { detailsWords } from '#words/admin/user.ts'
import { call, messageOf } from '../../../client/api.ts'
import { rowGone } from '../../acts/rows.ts'
import { useLocation } from '../../../client/location.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { isAdminQuery, orLookAgainWhoItIs, useAdminCall, type AdminSubscriber } from '../../admin-call.ts'
import { AdminError } from '../../admin-part.tsx'

const t = detailsWords.forget
type Preview = Output<'GET /api/v1/subscribers/{id}/forget-preview'>

/** Shows what forgetting somebody does and, once their address is typed, does it. Mounted while it is open. */
export function EraseDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const path = { id: person.id }
  const preview = useAdminCall('GET /api/v1/subscribers/{id}/forget-preview', { path })
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const erased = useEraseOnLeaving(person)
  const queries = useQueryClient()
  const { go } = useLocation()
  const toast = useToast()
  const id = useId()

  async function erase(event: SubmitEvent) {
    event.preventDefault()
    if (busy || !preview.data) return
    setFailure(undefined)
    if (!isSameAddress(typed, person.email)) {
      setWrong(t.mismatch)
      return document.getElementById(`${id}-email`)?.focus()
    }
    setBusy(true)
    try {
      await orLookAgainWhoItIs(queries, () => call('DELETE /api/v1/subscribers/{id}', { path }))
      erased()
      go(paths.administration, { replace: true })
      toast({ tone: 'success', message: t.done })
    } catch (error) {
      setFailure(messageOf(error, t.failed))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={detailsWords.close}
      width="page"
      role="alertdialog"
      busy={busy}
      actions={
        <>
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {t.discard}
          </Button>
          {preview.data ? (
            <Button type="submit" form={id} variant="danger" busy={busy} busyLabel={t.doing}>
              {t.action}
            </Button>
          ) : null}
        </>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={(event) => void erase(event)}>
        <p>{t.lead}</p>
        {preview.data ? (
          <>
            <WhatHappens {...preview.data} />
            {failure === undefined ? null : (
              <Panel tone="red" role="alert">
                <p>{failure}</p>
              </Panel>
            )}
            <TextField
              id={`${id}-email`}
              name="confirmation"
              label={t.confirm}
              hint={<span className="anywhere strong">{person.email}</span>}
              error={wrong}
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(value) => {
                setTyped(value)
                setWrong(undefined)
              }}
            />
          </>
        ) : preview.error && !preview.isFetching ? (
          <AdminError error={preview.error} retry={() => void preview.refetch()} busy={preview.isFetching} />
        ) : (
          <SkeletonLines label={t.loading} count={6} />
        )}
      </form>
    </Dialog>
  )
}

/** Letters in either case are one address, and blanks around it come with copying. */
function isSameAddress(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase()
}

function WhatHappens({ removed, ended, kept, sealed }: Preview) {
  return (
    <div className="forget-preview">
      <Things title={t.removed} things={removed} />
      <Things title={t.ended} things={ended.map(({ plan }) => ({ name: plan }))} />
      <Things title={t.sealed} things={sealed} />
      <Things title={t.kept} things={kept} />
    </div>
  )
}

type Thing = { name: string } | Preview['removed' | 'kept'][number] | Preview['sealed'][number]

function Things({ title, things }: { title: string; things: readonly Thing[] }) {
  const id = useId()
  return (
    <div>
      <h3 id={id}>{title}</h3>
      {things.length === 0 ? <p className="soft">{t.nothing}</p> : null}
      <ul className="forget-preview__things" aria-labelledby={id}>
        {things.map((thing) => {
          const name = 'name' in thing ? thing.name : t.kinds[thing.kind]
          return (
            <li key={name}>
              <span>
                {name}
                {'until' in thing ? (
                  <span className="fine-print"> {t.until(longDate(thing.until, locale))}</span>
                ) : null}
              </span>
              {'count' in thing ? <span className="tabular soft">{thing.count}</span> : null}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * Answers a function that says the person is erased: once the page has been left, the browser keeps nothing that was
 * known of them. Not sooner, as what is still in sight would be asked for again.
 */
function useEraseOnLeaving(person: AdminSubscriber): () => void {
  const queries = useQueryClient()
  const done = useRef(false)
  useEffect(
    () => () => {
      if (!done.current) return
      queries.removeQueries({ predicate: (query) => isAbout(query, person.id) })
      rowGone(queries, { subscriber: person })
      void queries.invalidateQueries({ predicate: isAdminQuery })
    },
    [queries, person],
  )
  return () => {
    done.current = true
  }
}

const isAbout = ({ queryKey }: { queryKey: readonly unknown[] }, id: string) =>
  queryKey[0] === 'GET /api/v1/subscriptions/events/{id}' || JSON.stringify(queryKey).includes(id)

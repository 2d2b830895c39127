import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { Output } from '../../../../contract/contract.ts'
import { longDate } from '../../../../domain/calendar.ts'
import { paths } from '../../../../contract/screens.ts'
import { locale } from '#words/locale.ts'
import { detailsWords } from '#words/admin/people/user.ts'
import { callForLocation } from '../../../client/api.ts'
import { rowGone } from '../../acts/rows.ts'
import { useLocation } from '../../../client/location.tsx'
import { Button } from '../../../ui/button.tsx'
import { SkeletonLines } from '../../../ui/loading/skeleton.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { refresh } from '../../../client/queries.ts'
import { useAdminCall, type AdminSubscriber } from '../../admin-call.ts'
import { Loaded } from '../../loaded.tsx'
import { AskDialog } from '../../ask-dialog.tsx'
import { announceErasure } from './erasure-receipt.tsx'

const t = detailsWords.forget
type Preview = Output<'GET /api/v1/subscribers/{id}/forget-preview'>

/**
 * Shows the consequences of erasing a person and, once the administrator has entered the person's address, erases them.
 * Mounted while the dialog is open.
 */
export function EraseDialog({ person, onClose }: { person: AdminSubscriber; onClose: () => void }) {
  const path = { id: person.id }
  const preview = useAdminCall('GET /api/v1/subscribers/{id}/forget-preview', { path })
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const erased = useEraseOnLeaving(person)
  const { go } = useLocation()
  const id = useId()

  function check(): boolean {
    if (!preview.data) return false
    const fits = isSameAddress(typed, person.email)
    setWrong(fits ? undefined : t.mismatch)
    return fits
  }

  async function erase() {
    const address = await callForLocation('DELETE /api/v1/subscribers/{id}', { path })
    erased()
    announceErasure(queries, address?.split('/').at(-1) ?? '')
    go(paths.administration, { replace: true })
  }

  return (
    <AskDialog
      title={t.title}
      width="page"
      words={{ ...t, confirm: t.action }}
      dangerous
      check={check}
      act={erase}
      onClose={onClose}
      instead={
        preview.data ? undefined : (
          <Button variant="quiet" onClick={onClose}>
            {t.discard}
          </Button>
        )
      }
    >
      {(failure) => (
        <>
          <p>{t.lead}</p>
          <Loaded query={preview} waiting={<SkeletonLines label={t.loading} count={6} />}>
            {(shown) => (
              <>
                <WhatHappens {...shown} />
                {failure}
                <TextField
                  id={id}
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
            )}
          </Loaded>
        </>
      )}
    </AskDialog>
  )
}

/** Compares addresses regardless of case, and of surrounding blanks that were copied with them. */
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
 * Returns a function to call when the person has been erased. When the administrator then leaves the page, the browser
 * discards everything it knew about the person; if it did so earlier, the page would request again what it still shows.
 */
function useEraseOnLeaving(person: AdminSubscriber): () => void {
  const queries = useQueryClient()
  const done = useRef(false)
  useEffect(
    () => () => {
      if (!done.current) return
      queries.removeQueries({ predicate: (query) => isAbout(query, person.id) })
      rowGone(queries, { subscriber: person })
      void refresh(queries)
    },
    [queries, person],
  )
  return () => {
    done.current = true
  }
}

const isAbout = ({ queryKey }: { queryKey: readonly unknown[] }, id: string) =>
  queryKey[0] === 'GET /api/v1/subscriptions/events/{id}' || JSON.stringify(queryKey).includes(id)

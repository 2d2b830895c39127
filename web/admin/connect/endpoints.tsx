import { useState } from 'react'
import { connectWords } from '#words/admin/connect.ts'
import { useRefresh } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useAdminCall } from '../admin-call.ts'
import { AdminEmpty, AdminSection, ListSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { useKeptFocus } from '../lists/use-kept-focus.ts'
import { useLanding } from '../lists/use-landing.ts'
import { DeliveriesDialog } from './deliveries.tsx'
import { EndpointActDialog } from './endpoint-acts.tsx'
import type { Endpoint, EndpointAct } from './endpoint.ts'
import { EndpointDialog } from './endpoint-dialog.tsx'
import { EndpointRow } from './endpoint-row.tsx'
import { SecretDialog } from './secret-dialog.tsx'

const t = connectWords.endpoints

/** How often, in ms, the page refreshes while messages wait. */
const every = 5000

/** The webhook endpoints, with their state and acts. */
export function Endpoints() {
  const query = useAdminCall('GET /api/v1/webhooks', {}, every)
  const [asking, setAsking] = useState<{ act: EndpointAct | 'deliveries'; endpoint: Endpoint } | 'add' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const confirmFirst = useConfirmFirst()
  const refresh = useRefresh()
  const heading = useLanding(asking !== null || secret !== null)
  const within = useKeptFocus(query.data, heading)
  const close = () => setAsking(null)
  const show = (made: string) => {
    setAsking(null)
    setSecret(made)
  }

  return (
    <AdminSection heading={t.heading} headingRef={heading} count={query.data?.length}>
      {(headingId) => (
        <>
          <p>
            <Button variant="quiet" size="small" onClick={() => confirmFirst(() => setAsking('add'))}>
              {t.add.button}
            </Button>
          </p>
          <Loaded
            query={query}
            waiting={<ListSkeleton />}
            empty={<AdminEmpty title={t.empty}>{t.emptyHint}</AdminEmpty>}
          >
            {(endpoints) => (
              <ul className="admin-list admin-list--acts" aria-labelledby={headingId} {...within}>
                {endpoints.map((endpoint) => (
                  <EndpointRow
                    key={endpoint.id}
                    endpoint={endpoint}
                    ask={(act) => confirmFirst(() => setAsking({ act, endpoint }))}
                  />
                ))}
              </ul>
            )}
          </Loaded>
          {asking === 'add' ? (
            <EndpointDialog
              onClose={close}
              onDone={(made) => {
                show(made)
                void refresh()
              }}
            />
          ) : asking?.act === 'deliveries' ? (
            <DeliveriesDialog endpoint={asking.endpoint} onClose={close} />
          ) : asking ? (
            <EndpointActDialog act={asking.act} endpoint={asking.endpoint} onShow={show} onClose={close} />
          ) : null}
          {secret === null ? null : <SecretDialog {...t.shown} secret={secret} onClose={() => setSecret(null)} />}
        </>
      )}
    </AdminSection>
  )
}

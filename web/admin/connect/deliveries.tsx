import { useInfiniteQuery } from '@tanstack/react-query'
import type { Output } from '../../../contract/contract.ts'
import { utcMinute } from '../../../i18n/calendar-words.ts'
import { connectWords } from '#words/admin/connect.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { ListSkeleton } from '../admin-section.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { Loaded } from '../loaded.tsx'
import { useActNow } from '../use-act-now.ts'
import type { Endpoint } from './endpoint.ts'

const t = connectWords.deliveries
const list = 'GET /api/v1/webhooks/{id}/deliveries'
type Delivery = Output<typeof list>['deliveries'][number]

const tones: Record<Delivery['state'], Tone> = { waiting: 'amber', done: 'green', failed: 'red' }
const every = 3000

/** Messages sent or to be sent to an endpoint, newest first. */
export function DeliveriesDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const path = { id: endpoint.id }
  const query = useInfiniteQuery({
    queryKey: [list, path],
    queryFn: ({ pageParam }) => call(list, { path, query: pageParam === '' ? {} : { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
    staleTime: 0,
    refetchInterval: every,
  })
  return (
    <Dialog
      open
      width="page"
      title={t.title(endpoint.url)}
      closeLabel={connectWords.close}
      onClose={onClose}
      actions={<Button onClick={onClose}>{connectWords.close}</Button>}
    >
      <Loaded query={query} waiting={<ListSkeleton />}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <ul className="admin-list admin-list--sent">
              {deliveries.map((delivery) => (
                <DeliveryLine key={delivery.message} delivery={delivery} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ListEnd query={query} more={t.more} />
    </Dialog>
  )
}

function DeliveryLine({ delivery, endpoint }: { delivery: Delivery; endpoint: Endpoint }) {
  const { message, type, state, attempts, status, fault, ms, nextAt } = delivery
  const { busy, actNow } = useActNow()

  const path = { id: endpoint.id, message }
  const sendAgain = () =>
    actNow(() => call('POST /api/v1/webhooks/{id}/deliveries/{message}/send-again', { path, body: {} }), {
      done: t.queued,
      failed: t.failed,
    })

  const result = fault === null ? (status === null ? null : t.response(status, ms ?? 0)) : t.faults[fault]
  return (
    <li>
      <div className="admin-list__what">
        <div className="cluster">
          <StatusBadge tone={tones[state]} word={t.states[state]} />
          <code>{type}</code>
          <span className="small soft">{utcMinute(delivery.timestamp)}</span>
        </div>
        <p className="small">
          {[t.attempts(attempts), result, state === 'waiting' && nextAt ? t.next(utcMinute(nextAt)) : null]
            .filter((part) => part !== null)
            .join(', ')}
        </p>
        <details>
          <summary className="small">{t.body}</summary>
          <p>
            <code className="anywhere small">{message}</code>
          </p>
          <p>
            <code className="anywhere small">{delivery.body}</code>
          </p>
          {delivery.response ? (
            <p>
              <code className="anywhere small" dir="auto">
                {delivery.response}
              </code>
            </p>
          ) : null}
        </details>
      </div>
      {endpoint.state === 'off' ? null : (
        <Button
          size="small"
          variant="quiet"
          busy={busy}
          aria-label={`${t.again}: ${type}, ${utcMinute(delivery.timestamp)}`}
          onClick={() => void sendAgain()}
        >
          {t.again}
        </Button>
      )}
    </li>
  )
}

import { useId, useState } from 'react'
import type { Output } from '../../../core/contract.ts'
import { paths } from '../../../core/screens.ts'
import { reviewWords } from '#words/desk-reviews.ts'
import { call } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useDeskCall, useFreshDesk } from './desk-call.ts'
import { DeskFault, DeskNothing, DeskPart, ListSkeleton } from './desk-part.tsx'
import { Moment } from './moment.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useLanding } from './use-landing.ts'

const say = reviewWords.matters
type Matter = Output<'GET /api/v1/matters'>[number]

/** Payments that the shop could not settle by itself, oldest first, and how each was dealt with. */
export function Matters() {
  const { data, error, refetch, isFetching } = useDeskCall('GET /api/v1/matters')
  const [settling, setSettling] = useState<Matter | null>(null)
  const heading = useLanding(settling !== null)
  const freshDesk = useFreshDesk()
  const toast = useToast()

  async function settle({ id }: Matter, comment: string) {
    try {
      await call('POST /api/v1/matters/resolve/{id}', { path: { id }, body: { comment } })
    } finally {
      await freshDesk()
    }
    toast({ tone: 'success', message: say.done })
    setSettling(null)
  }

  return (
    <DeskPart heading={say.heading} headingRef={heading} count={data?.length}>
      {(headingId) => (
        <>
          {data?.length === 0 ? (
            <DeskNothing title={say.empty}>{say.emptyHint}</DeskNothing>
          ) : data ? (
            <ul className="desk-list" aria-labelledby={headingId}>
              {data.map((matter) => (
                <MatterLine key={matter.id} matter={matter} onSettle={() => setSettling(matter)} />
              ))}
            </ul>
          ) : error && !isFetching ? (
            <DeskFault error={error} retry={() => void refetch()} busy={isFetching} />
          ) : (
            <ListSkeleton />
          )}
          {settling ? (
            <ReasonDialog
              title={say.title}
              text={
                <div className="stack stack--tight">
                  <p className="strong">{wordsOf(settling)}</p>
                  <p>{say.text}</p>
                </div>
              }
              label={say.comment}
              confirm={say.settle}
              doing={say.doing}
              failed={say.failed}
              act={(comment) => settle(settling, comment)}
              onClose={() => setSettling(null)}
            />
          ) : null}
        </>
      )}
    </DeskPart>
  )
}

const wordsOf = ({ detail }: Matter) => detail

function MatterLine({ matter, onSettle }: { matter: Matter; onSettle: () => void }) {
  const { since, subscription, subscriber } = matter
  const id = useId()
  return (
    <li>
      <div className="desk-list__who">
        {subscriber ? (
          <Link className="strong anywhere" href={paths.userDetails(subscriber.id)}>
            {subscriber.email}
          </Link>
        ) : (
          <span className="soft">{say.noSubscriber}</span>
        )}
        {subscription ? <span className="anywhere">{subscription.plan}</span> : null}
        <span className="soft small">
          <Moment at={since} />
        </span>
      </div>
      <div className="desk-list__what">
        <p id={id}>{wordsOf(matter)}</p>
      </div>
      <div>
        <Button size="small" variant="quiet" aria-describedby={id} onClick={onSettle}>
          {say.settle}
        </Button>
      </div>
    </li>
  )
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { mailsWords as t } from '#words/admin/settings/mails.ts'
import type { Output } from '../../../contract/contract.ts'
import { callPage } from '../../client/api.ts'
import { AdminError, AdminEmpty, AdminSection, ListSkeleton } from '../admin-section.tsx'
import { ListEnd } from '../lists/list-end.tsx'
import { UndeliveredMail } from './undelivered-mail.tsx'
import { useKeptFocus } from '../lists/use-kept-focus.ts'

const name = 'GET /api/v1/mails/undelivered'
type State = Output<typeof name>[number]['state']

/** How often, in ms, the page refreshes, because waiting emails are sent automatically. */
const every = 5000

/** The emails that could not be sent: those given up, which need an administrator, and those that are retried automatically. */
export function FailedMails() {
  return (
    <>
      <Mails state="given-up" words={t.givenUp} />
      <Mails state="waiting" words={t.waiting} />
    </>
  )
}

function useMails(state: State) {
  return useInfiniteQuery({
    queryKey: [name, 'pages', state],
    queryFn: ({ pageParam }) => callPage(name, { query: pageParam === '' ? { state } : { state, cursor: pageParam } }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data !== undefined && every,
  })
}

function Mails({ state, words }: { state: State; words: { heading: string; empty: string; emptyHint: string } }) {
  const query = useMails(state)
  const { data, error, refetch, isFetching, hasNextPage } = query
  const mails = data?.pages.flatMap(({ items }) => items)
  const { heading, within } = useKeptFocus(data)
  return (
    <AdminSection heading={words.heading} headingRef={heading} count={hasNextPage ? undefined : mails?.length}>
      {(headingId) =>
        mails === undefined ? (
          error && !isFetching ? (
            <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
          ) : (
            <ListSkeleton />
          )
        ) : mails.length === 0 ? (
          <AdminEmpty title={words.empty}>{words.emptyHint}</AdminEmpty>
        ) : (
          <>
            <ul className="admin-list" aria-labelledby={headingId} {...within}>
              {mails.map((mail) => (
                <UndeliveredMail key={mail.id} mail={mail} />
              ))}
            </ul>
            <ListEnd query={query} words={t} />
          </>
        )
      }
    </AdminSection>
  )
}

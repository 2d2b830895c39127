import type { Output } from '../../../contract/contract.ts'
import { paths } from '../../../contract/screens.ts'
import { queueWords } from '#words/admin/queue.ts'
import { useSettings } from '../../client/page.tsx'
import { Link } from '../../ui/links/link.tsx'
import { useAdminPages } from '../admin-pages.ts'
import { ListSection } from '../lists/list-section.tsx'
import { Moment } from '../moment.tsx'
import { dayMs } from '../../../domain/calendar.ts'

const t = queueWords.erasures
type Request = Output<'GET /api/v1/erasure-requests'>[number]

/** Lists people who asked to be erased, longest wait first. Each is erased on their own page, after a preview. */
export function ErasureRequests() {
  const query = useAdminPages('GET /api/v1/erasure-requests')
  return (
    <ListSection
      query={query}
      words={t}
      help="erasure"
      renderLine={(request) => <RequestLine key={request.subscriber.id} request={request} />}
    />
  )
}

function RequestLine({ request: { subscriber, since } }: { request: Request }) {
  const { now } = useSettings()
  const days = Math.floor((new Date(now).getTime() - new Date(since).getTime()) / dayMs)
  return (
    <li>
      <div>
        <p className="strong anywhere">
          <Link href={paths.userDetails(subscriber.id)}>
            {subscriber.firstName} {subscriber.lastName}
          </Link>
        </p>
        <p className="small soft anywhere">
          {subscriber.company} · {subscriber.email}
        </p>
      </div>
      <p className="small">
        <Moment at={since} /> ({t.age(Math.max(days, 0))})
      </p>
    </li>
  )
}

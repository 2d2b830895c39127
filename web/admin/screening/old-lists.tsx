import { paths } from '../../../contract/screens.ts'
import { screeningWords } from '#words/admin/screening/screening.ts'
import { Link } from '../../ui/links/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAdminCall } from '../admin-call.ts'

const t = screeningWords.old
/** How often, in ms, the lists' age is requested; the header requests the same data. */
const every = 60_000

/** Warns on every page of the admin area while an official list is out of date. */
export function OldLists() {
  const { data } = useAdminCall('GET /api/v1/queue', {}, every)
  if (!data || data.oldLists === 0) return null
  return (
    <Panel tone="amber" role="status">
      <p>
        {t.notice(data.oldLists)} <Link href={paths.screening}>{t.link}</Link>
      </p>
    </Panel>
  )
}

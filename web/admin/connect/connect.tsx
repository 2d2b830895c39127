import { connectWords as t } from '#words/admin/connect.ts'
import { useAdminCall } from '../admin-call.ts'
import { TableSkeleton } from '../admin-section.tsx'
import { HelpLink } from '../help-link.tsx'
import { Endpoints } from './endpoints.tsx'
import { Keys } from './keys.tsx'

/** Connections to other programs: API keys, and endpoints that receive messages. */
export function ConnectScreen() {
  // Shown together, so that the endpoints do not move when the keys arrive.
  const keys = useAdminCall('GET /api/v1/keys')
  const endpoints = useAdminCall('GET /api/v1/webhooks')
  const areLoading = !(keys.data || keys.error) || !(endpoints.data || endpoints.error)
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} <HelpLink chapter="integrations" what={t.heading} />
        </p>
      </div>
      {areLoading ? (
        <TableSkeleton />
      ) : (
        <>
          <Keys />
          <Endpoints />
        </>
      )}
    </div>
  )
}

import { lazy, Suspense } from 'react'
import { settingsWords as t } from '#words/admin/settings.ts'
import { useAdminCall } from '../admin-call.ts'
import { AdminError, TableSkeleton } from '../admin-section.tsx'
import { HelpLink } from '../help-link.tsx'
import { BrandFile, LegalDocuments } from './file-values.tsx'
import { SampleMails } from './sample-mails.tsx'
import { SoldPlans } from './sold-plans.tsx'

const BrandPart = lazy(() => import('./brand/brand.tsx').then((file) => ({ default: file.BrandPart })))
const Team = lazy(() => import('./team/team.tsx').then((file) => ({ default: file.Team })))

/** Shows the configuration of the shop and samples of its emails, to administrators. */
export function SettingsScreen() {
  const { data, error, refetch, isFetching } = useAdminCall('GET /api/v1/settings')
  // Requested together, so that the page's parts do not move when the responses arrive.
  const brand = useAdminCall('GET /api/v1/settings/brand')
  const team = useAdminCall('GET /api/v1/settings/team')
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} <HelpLink chapter="settings" what={t.heading} />
        </p>
      </div>
      {data && (brand.data || brand.error) && (team.data || team.error) ? (
        <Suspense fallback={<TableSkeleton />}>
          <Team />
          <BrandPart />
          <BrandFile settings={data} />
          <LegalDocuments settings={data} />
          <SampleMails />
          <SoldPlans settings={data} />
        </Suspense>
      ) : error && !isFetching ? (
        <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
      ) : (
        <TableSkeleton />
      )}
    </div>
  )
}

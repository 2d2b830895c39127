import { settingsWords as t } from '#words/admin/settings.ts'
import { useAdminCall } from '../admin-call.ts'
import { AdminError, TableSkeleton } from '../admin-part.tsx'
import { HelpLink } from '../help-link.tsx'
import { BrandFile, LegalDocuments } from './file-values.tsx'
import { SampleMails } from './sample-mails.tsx'
import { SoldPlans } from './sold-plans.tsx'

/** What the shop is set up with, and samples of what it sends. For administrators. */
export function SettingsScreen() {
  const { data, error, refetch, isFetching } = useAdminCall('GET /api/v1/settings')
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} <HelpLink chapter="settings" what={t.heading} />
        </p>
      </div>
      {data ? (
        <>
          <BrandFile settings={data} />
          <LegalDocuments settings={data} />
          <SampleMails />
          <SoldPlans settings={data} />
        </>
      ) : error && !isFetching ? (
        <AdminError error={error} retry={() => void refetch()} busy={isFetching} />
      ) : (
        <TableSkeleton />
      )}
    </div>
  )
}

import { brandWords as t } from '#words/admin/settings/brand.ts'
import { LinkButton } from '../../../ui/links/link-button.tsx'
import { useAdminCall } from '../../admin-call.ts'
import { AdminSection, ListSkeleton } from '../../admin-section.tsx'
import { Loaded } from '../../loaded.tsx'
import { BrandForm } from './brand-form.tsx'
import { BrandHistory } from './brand-history.tsx'

/** Shows the brand and the form that changes it. */
export function BrandPart() {
  const query = useAdminCall('GET /api/v1/settings/brand')
  return (
    <AdminSection heading={t.heading}>
      {(headingId) => (
        <>
          <div className="cluster cluster--apart">
            <p className="soft small">{t.lead}</p>
            <LinkButton variant="quiet" size="small" href="/api/v1/settings/brand/file" download>
              {t.export}
            </LinkButton>
          </div>
          <Loaded query={query} waiting={<ListSkeleton />}>
            {(brand) => (
              <>
                <BrandForm brand={brand} labelledBy={headingId} />
                <BrandHistory brand={brand} />
              </>
            )}
          </Loaded>
        </>
      )}
    </AdminSection>
  )
}

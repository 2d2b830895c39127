import { catalogueWords } from '#words/admin/catalogue.ts'
import { settingsWords as t } from '#words/admin/settings/settings.ts'
import { useAdminCall } from '../admin-call.ts'
import { AdminError, TableSkeleton } from '../admin-section.tsx'
import { CatalogueComparison } from '../catalogue/catalogue-comparison.tsx'
import { CataloguePlans } from '../catalogue/catalogue-plans.tsx'
import type { ShopSettings } from './settings-answer.ts'

/** Lists the plans on sale, with the catalogue line of each and the billing provider's price. */
export function SoldPlans({ settings: { files, plans } }: { settings: ShopSettings }) {
  const { data, error, refetch, isFetching } = useAdminCall('GET /api/v1/catalogue')
  const lines = new Map(plans.map(({ name, line }) => [name, line]))
  if (!data) {
    return error && !isFetching ? (
      <AdminError error={error} message={catalogueWords.failed} retry={() => void refetch()} busy={isFetching} />
    ) : (
      <TableSkeleton />
    )
  }
  return (
    <CataloguePlans
      plans={data.plans}
      products={data.products}
      lineOf={(plan) => lines.get(plan) ?? null}
      note={
        <>
          <p className="soft small anywhere">{t.file(files.catalogue)}</p>
          <CatalogueComparison
            plans={data.plans}
            asked={data.askedAt !== null}
            retry={() => void refetch()}
            busy={isFetching}
          />
        </>
      }
    />
  )
}

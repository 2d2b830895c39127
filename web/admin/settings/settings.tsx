import { settingsWords as t } from '#words/admin/settings/settings.ts'
import { lazyScreen } from '../../ui/loading/lazy-screen.tsx'
import { useLoading } from '../../ui/loading/use-loading.ts'
import { useAdminCall } from '../admin-call.ts'
import { TableSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { HelpLink } from '../help-link.tsx'
import { BrandFile, LegalDocuments } from './file-values.tsx'
import { SampleMails } from './sample-mails.tsx'
import { SoldPlans } from './sold-plans.tsx'

const brandPart = lazyScreen(
  'web/admin/settings/brand/brand.tsx',
  async () => (await import('./brand/brand.tsx')).BrandPart,
)
const teamPart = lazyScreen('web/admin/settings/team/team.tsx', async () => (await import('./team/team.tsx')).Team)

/** Shows the configuration of the shop and samples of its emails. */
export function SettingsScreen() {
  const query = useAdminCall('GET /api/v1/settings')
  // Requested together, so that the page's parts do not move when the responses arrive.
  const brand = useAdminCall('GET /api/v1/settings/brand')
  const team = useAdminCall('GET /api/v1/settings/team')
  const areLoading = [useLoading(brandPart), useLoading(teamPart)].includes('loading')
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} <HelpLink chapter="settings" what={t.heading} />
        </p>
      </div>
      <Loaded query={query} waiting={<TableSkeleton />}>
        {(settings) =>
          (brand.data || brand.error) && (team.data || team.error) && !areLoading ? (
            <>
              <teamPart.Screen />
              <brandPart.Screen />
              <BrandFile settings={settings} />
              <LegalDocuments settings={settings} />
              <SampleMails />
              <SoldPlans settings={settings} />
            </>
          ) : (
            <TableSkeleton />
          )
        }
      </Loaded>
    </div>
  )
}

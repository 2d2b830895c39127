import { ExportLink } from '../confirm-first.tsx'
import { countryByCode } from '../../client/countries.ts'
import { screeningWords as t } from '#words/admin/screening/screening.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAdminCall } from '../admin-call.ts'
import { AdminSection, TableSkeleton } from '../admin-section.tsx'
import { Fact } from '../fact.tsx'
import { Loaded } from '../loaded.tsx'
import { ScreeningFaults } from './screening-faults.tsx'
import { ScreeningLists } from './screening-lists.tsx'
import { ScreeningRun } from './screening-run.tsx'
import type { Screening } from './screening-answer.ts'
import { deniedNote, useIsAdministrator } from '../use-role.ts'
import { HelpLink } from '../help-link.tsx'

/** How often, in ms, the page refreshes, because lists and progress change in the background. */
const every = 5000

/** Shows the lists that people are compared with, the refused files, and how many people have been screened again. */
export function ScreeningScreen() {
  const query = useAdminCall('GET /api/v1/screening', {}, every)
  return (
    <div className="page page--wide admin-page">
      <div>
        <h1 className="heading-2">{t.heading}</h1>
        <p className="soft small">
          {t.lead} <HelpLink chapter="list-matches" what={t.heading} />
        </p>
      </div>
      <Loaded query={query} waiting={<TableSkeleton />}>
        {(screening) => <Shown screening={screening} />}
      </Loaded>
    </div>
  )
}

function Shown({ screening }: { screening: Screening }) {
  const { kind, working, lists, faults, run } = screening
  const isAdministrator = useIsAdministrator()
  return (
    <>
      {kind === 'lists' ? null : (
        <Panel tone="amber">
          <p>{t[kind]}</p>
        </Panel>
      )}
      {working ? null : (
        <Panel tone="red" role="alert">
          <p>{t.down}</p>
        </Panel>
      )}
      {lists.some(({ old }) => old) ? (
        <Panel tone="amber" role="status">
          <p>{t.old.here}</p>
        </Panel>
      ) : null}
      <ScreeningLists lists={lists} />
      {kind === 'lists' ? <ScreeningFaults faults={faults} /> : null}
      <ScreeningRun run={run} />
      <Rules {...screening} />
      {isAdministrator ? (
        <AdminSection heading={t.evidence.heading} help="evidence-and-audit">
          {() => (
            <>
              <p className="soft small">{t.evidence.text}</p>
              <ExportLink href="/api/v1/export/screening">{t.evidence.download}</ExportLink>
            </>
          )}
        </AdminSection>
      ) : (
        <p className="soft small">{deniedNote([t.evidence.download])}</p>
      )}
    </>
  )
}

const nameOf = (code: string) => countryByCode(code)?.name ?? code

function Rules({ kind, thresholds, countries }: Screening) {
  const named = (codes: readonly string[]) => codes.map(nameOf).join(', ') || t.rules.none
  return (
    <AdminSection heading={t.rules.heading}>
      {() => (
        <>
          <dl className="admin-facts admin-facts--even">
            {kind === 'off' ? null : (
              <>
                <Fact label={t.rules.hold}>{t.rules.percent(thresholds.hold)}</Fact>
                <Fact label={thresholds.lookHolds ? t.rules.lookHolds : t.rules.look}>
                  {t.rules.percent(thresholds.look)}
                </Fact>
              </>
            )}
            <Fact label={t.rules.denied}>{named(countries.denied)}</Fact>
            <Fact label={t.rules.lookCountries}>{named(countries.look)}</Fact>
            <Fact label={t.rules.regions}>{countries.regions.join(', ')}</Fact>
          </dl>
          <p className="soft small">{t.rules.from}</p>
        </>
      )}
    </AdminSection>
  )
}

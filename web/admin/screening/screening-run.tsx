import { utcMinute } from '../../../i18n/calendar-words.ts'
import { screeningWords } from '#words/admin/screening/screening.ts'
import { AdminSection } from '../admin-section.tsx'
import type { Screening } from './screening-answer.ts'

const t = screeningWords.run

/** Shows how many people have been screened again since the lists or the rules changed. */
export function ScreeningRun({ run }: Pick<Screening, 'run'>) {
  return (
    <AdminSection heading={t.heading}>
      {(headingId) =>
        run === null ? (
          <p className="soft small">{t.none}</p>
        ) : run.endedAt === null ? (
          <>
            <progress aria-labelledby={headingId} max={Math.max(run.total, run.people, 1)} value={run.people} />
            <p className="soft small">{t.going(run.people, run.total)}</p>
          </>
        ) : (
          <p className="small">{t.over(run.people, run.changed, utcMinute(run.endedAt))}</p>
        )
      }
    </AdminSection>
  )
}

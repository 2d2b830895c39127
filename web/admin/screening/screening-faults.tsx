import { useId, useState } from 'react'
import { utcFull } from '../../../i18n/calendar-words.ts'
import { screeningWords } from '#words/admin/screening/screening.ts'
import { call } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { AdminEmpty, AdminSection } from '../admin-section.tsx'
import { useConfirmFirst } from '../confirm-first.tsx'
import { useLanding } from '../lists/use-landing.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useIsAdministrator } from '../use-role.ts'
import type { Screening } from './screening-answer.ts'

const t = screeningWords.faults
type Fault = Screening['faults'][number]

const words = {
  take: { confirm: t.take, label: t.takeLabel, title: t.takeTitle, text: t.takeText },
  'let-go': { confirm: t.retire, label: t.retireLabel, title: () => t.retireTitle, text: t.retireText },
}

/** Lists the refused files of the folder, why each was refused, and how an administrator can solve it. */
export function ScreeningFaults({ faults }: Pick<Screening, 'faults'>) {
  const [chosen, setChosen] = useState<(Fault & { accept: keyof typeof words }) | null>(null)
  const heading = useLanding(chosen !== null)
  const confirmFirst = useConfirmFirst()

  return (
    <AdminSection heading={t.heading} headingRef={heading} count={faults.length}>
      {(headingId) => (
        <>
          {faults.length === 0 ? (
            <AdminEmpty title={t.empty}>{t.emptyHint}</AdminEmpty>
          ) : (
            <ul className="admin-list" aria-labelledby={headingId}>
              {faults.map((fault) => (
                <FaultLine
                  key={`${fault.file} ${fault.hash}`}
                  fault={fault}
                  choose={(next) => confirmFirst(() => setChosen(next))}
                />
              ))}
            </ul>
          )}
          {chosen ? (
            <ReasonDialog
              title={words[chosen.accept].title(chosen.file)}
              words={{ ...t, confirm: words[chosen.accept].confirm }}
              draft={`${chosen.accept} ${chosen.hash}`}
              text={
                <div className="stack stack--tight">
                  <p className="strong" lang="en">
                    {chosen.text}
                  </p>
                  <p>{words[chosen.accept].text}</p>
                </div>
              }
              hint={t.reasonHint}
              dangerous={chosen.accept === 'let-go'}
              act={(comment) => call('POST /api/v1/screening/lists/accept', { body: { hash: chosen.hash, comment } })}
              done={() => t.done}
              onClose={() => setChosen(null)}
            />
          ) : null}
        </>
      )}
    </AdminSection>
  )
}

function FaultLine({
  fault,
  choose,
}: {
  fault: Fault
  choose: (fault: Fault & { accept: keyof typeof words }) => void
}) {
  const { file, hash, text, at } = fault
  const accept = useIsAdministrator() ? fault.accept : null
  const id = useId()
  return (
    <li>
      <div className="admin-list__who">
        <span className="strong anywhere">{file || t.folder}</span>
        <span className="soft small">
          <time dateTime={at}>{t.since(utcFull(at))}</time>
        </span>
      </div>
      <div className="admin-list__what">
        <p id={id} lang="en">
          {text}
        </p>
        {hash === '' ? null : (
          <p className="small soft anywhere">
            {screeningWords.lists.hash} <code>{hash}</code>
          </p>
        )}
        {fault.accepted ? <p className="soft">{t.accepted}</p> : null}
      </div>
      <div>
        {accept === null ? null : (
          <Button
            size="small"
            variant="quiet"
            aria-label={words[accept].label(file)}
            aria-describedby={id}
            onClick={() => choose({ ...fault, accept })}
          >
            {words[accept].confirm}
          </Button>
        )}
      </div>
    </li>
  )
}

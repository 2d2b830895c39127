import { writtenDay } from '../../../i18n/calendar-words.ts'
import { actWords } from '#words/admin/people/acts.ts'
import { useSettings } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { dayAfter } from './day-after.ts'

const t = actWords.extend
/** The usual extensions, in days. */
const laterBy = [7, 14, 30]

type EndDateFieldProps = {
  id: string
  /** The entered day, as in 2026-12-31. */
  value: string
  /** The end date that the subscription has. */
  before: string | null
  error: string | undefined
  onChange: (day: string) => void
}

/** Asks for a new end date, with buttons for the usual extensions. */
export function EndDateField({ id, value, before, error, onChange }: EndDateFieldProps) {
  const { now } = useSettings()
  return (
    <>
      <TextField
        id={id}
        name="endDate"
        type="date"
        width="s"
        label={t.endDate}
        hint={t.endDateHint}
        min={now.slice(0, 10)}
        value={value}
        onChange={onChange}
        error={error}
        note={changeOfDay(value, before)}
      />
      <div className="cluster">
        {laterBy.map((days) => (
          <Button key={days} variant="quiet" size="small" onClick={() => onChange(dayAfter(before, now, days))}>
            {t.days(days)}
          </Button>
        ))}
      </div>
    </>
  )
}

/**
 * Shows the day in words, with the former one: a date field uses the browser's format, so 6 January may look like 1
 * June.
 */
function changeOfDay(day: string, endDate: string | null): string | null {
  const [now, before] = [writtenDay(day), writtenDay(endDate?.slice(0, 10) ?? '')]
  return now === null || before === null || now === before ? now : t.changed(now, before)
}

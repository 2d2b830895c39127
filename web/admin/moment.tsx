import { utcDay, utcFull, utcMinute } from '../../i18n/calendar-words.ts'
import { detailsWords as t } from '#words/admin/people/user.ts'
import { Tooltip } from '../ui/overlays/tooltip.tsx'

/** A UTC day with the full time as a tooltip; a dash for none. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return t.none
  return (
    <Tooltip text={utcFull(at)}>
      <time dateTime={at}>{utcDay(at)}</time>
    </Tooltip>
  )
}

/** The same in a table cell, whose frame shows the tooltip. */
export function CellMoment({ at, withTime = false }: { at: string | null; withTime?: boolean }) {
  if (at === null) return t.none
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without it the keyboard could not read the whole moment
    <time dateTime={at} data-tip={utcFull(at)} tabIndex={0}>
      {withTime ? utcMinute(at) : utcDay(at)}
    </time>
  )
}

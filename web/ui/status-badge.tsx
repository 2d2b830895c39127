import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'

export type Tone = 'green' | 'amber' | 'red' | 'grey'

const toneIcons: Record<Tone, IconName> = { green: 'check', amber: 'warning', red: 'error', grey: 'blocked' }

/** Shows a status by icon and word, never by colour alone. */
export function StatusBadge({ tone, word, icon = toneIcons[tone] }: { tone: Tone; word: string; icon?: IconName }) {
  return (
    <span className={classNames('badge', tone !== 'grey' && `badge--${tone}`)}>
      <Icon name={icon} />
      <span className="cut">{word}</span>
    </span>
  )
}

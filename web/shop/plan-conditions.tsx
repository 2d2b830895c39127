import { decodeText, type PlanView } from '../../domain/catalogue/plan.ts'
import { Icon } from '../ui/icon.tsx'

/** Lists a plan's conditions, one per line. */
export function PlanConditions({ plan }: { plan: PlanView }) {
  const lines = decodeText(plan.conditions).split('\n')
  return (
    <ul className="promise-list">
      {lines.map((line) => (
        <li key={line}>
          <Icon name="check" />
          {line}
        </li>
      ))}
    </ul>
  )
}

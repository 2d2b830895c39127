import { classNames } from '../class-names.ts'

export type SkeletonProps = {
  shape?: 'line' | 'block' | undefined
  width?: 'short' | 'medium' | 'full' | undefined
}

/** A placeholder of the size of the expected content. */
export function Skeleton({ shape = 'line', width = 'full' }: SkeletonProps) {
  return <span className={classNames('skeleton', shape !== 'line' && `skeleton--${shape}`, `skeleton--${width}`)} />
}

/** Several placeholders as one: screen readers announce `label` once. */
export function SkeletonLines({ label, count }: { label: string; count: number }) {
  return (
    <output className="skeleton-group" aria-label={label}>
      {Array.from({ length: count }, (_, line) => (
        <Skeleton key={`line ${line}`} width={line === count - 1 && count > 1 ? 'medium' : 'full'} />
      ))}
    </output>
  )
}

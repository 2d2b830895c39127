import { useId, useState, type ReactNode, type Ref } from 'react'
import { detailsWords as t } from '#words/admin/people/user.ts'
import { messageOf } from '../client/api.ts'
import { Button } from '../ui/button.tsx'
import { CellTips } from '../ui/overlays/cell-tips.tsx'
import { classNames } from '../ui/class-names.ts'
import { Panel } from '../ui/panel.tsx'
import { Skeleton, SkeletonLines } from '../ui/loading/skeleton.tsx'
import { HelpLink } from './help-link.tsx'
import type { HandbookChapter } from '../../contract/handbook.ts'

/** A part of an admin page below its heading. `children` receive the id of the heading's text, as their label. */
export function AdminSection({
  heading,
  count,
  headingRef,
  help,
  children,
}: {
  heading: string
  count?: number | undefined
  headingRef?: Ref<HTMLHeadingElement>
  /** The chapter of the handbook about it. */
  help?: HandbookChapter
  children: (headingId: string) => ReactNode
}) {
  const id = useId()
  return (
    <section className="admin-section">
      <div className="cluster">
        <h2 className="heading-3" ref={headingRef} tabIndex={headingRef ? -1 : undefined}>
          <span id={id}>{heading}</span>
          {count ? <span className="admin-section__count"> {count}</span> : null}
        </h2>
        {help ? <HelpLink chapter={help} what={heading} /> : null}
      </div>
      {children(id)}
    </section>
  )
}

/** A full-width table in a keyboard-scrollable frame that shows the tooltips of its cells. */
export function ScrollFrame({ label, tall = false, children }: { label: string; tall?: boolean; children: ReactNode }) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  return (
    <div
      ref={setFrame}
      className={classNames('table-frame', tall && 'table-frame--tall')}
      role="region"
      aria-labelledby={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer
      tabIndex={0}
    >
      {children}
      {frame ? <CellTips frame={frame} /> : null}
    </div>
  )
}

/** Shown in place of a part whose data could not be loaded. */
export function AdminError({
  error,
  retry,
  busy,
  message = messageOf(error, t.failed),
}: {
  error: unknown
  retry: () => void
  busy: boolean
  message?: string
}) {
  return (
    <Panel tone="red" role="alert">
      <p>{message}</p>
      <Button variant="quiet" size="small" busy={busy} busyLabel={t.loading} onClick={retry}>
        {t.retry}
      </Button>
    </Panel>
  )
}

/** Explains what appears here. */
export function AdminEmpty({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="admin-nothing">
      {title ? <p className="strong">{title}</p> : null}
      <p>{children}</p>
    </div>
  )
}

export function TableSkeleton() {
  return (
    <div className="table-frame" role="status" aria-label={t.loading}>
      <Skeleton shape="block" />
    </div>
  )
}

export function ListSkeleton() {
  return (
    <div className="admin-list">
      {[0, 1, 2].map((line) => (
        <div key={line} className="admin-list__skeleton">
          <SkeletonLines label={t.loading} count={3} />
        </div>
      ))}
    </div>
  )
}

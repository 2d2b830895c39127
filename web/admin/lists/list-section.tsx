import type { ComponentProps, ReactNode } from 'react'
import { AdminEmpty, AdminSection, ListSkeleton } from '../admin-section.tsx'
import { Loaded } from '../loaded.tsx'
import { ListEnd } from './list-end.tsx'
import type { useKeptFocus } from './use-kept-focus.ts'

type ListSectionProps<Row> = Pick<ComponentProps<typeof AdminSection>, 'help' | 'headingRef'> & {
  query: ComponentProps<typeof Loaded<readonly Row[]>>['query'] & ComponentProps<typeof ListEnd>['query']
  words: { heading: string; empty: string; emptyHint: string }
  /** Keeps the focus when a line disappears. */
  within?: ReturnType<typeof useKeptFocus>
  renderLine: (row: Row) => ReactNode
  /** The dialogs of the lines. */
  children?: ReactNode
}

/** A part of an admin page that lists what the server returns page by page. */
export function ListSection<Row>({ query, words, within, renderLine, children, ...section }: ListSectionProps<Row>) {
  return (
    <AdminSection {...section} heading={words.heading} count={query.hasNextPage ? undefined : query.data?.length}>
      {(headingId) => (
        <>
          <Loaded
            query={query}
            waiting={<ListSkeleton />}
            empty={<AdminEmpty title={words.empty}>{words.emptyHint}</AdminEmpty>}
          >
            {(rows) => (
              <>
                <ul className="admin-list" aria-labelledby={headingId} {...within}>
                  {rows.map(renderLine)}
                </ul>
                <ListEnd query={query} />
              </>
            )}
          </Loaded>
          {children}
        </>
      )}
    </AdminSection>
  )
}

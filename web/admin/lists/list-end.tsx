import { useEffect, useRef, useState } from 'react'
import { listEndWords as t } from '#words/admin/list-end.ts'
import { Button } from '../../ui/button.tsx'
import { AdminError } from '../admin-section.tsx'

type ListEndProps = {
  /** The query whose pages the list shows. */
  query: {
    error: Error | null
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  }
  more?: string
}

/** The end of a list that continues: a way to load more, or why it failed. */
export function ListEnd({ query, more = t.more }: ListEndProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const [isContinued, setContinued] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  // The pressed button is gone, and with it the focus.
  useEffect(() => {
    if (isContinued && !hasNextPage) end.current?.focus()
  }, [isContinued, hasNextPage])

  function load() {
    setContinued(true)
    fetchNextPage()
  }

  if (isFetchNextPageError && error) return <AdminError error={error} retry={load} busy={isFetchingNextPage} />
  if (!hasNextPage) {
    return isContinued ? (
      <p className="soft small" tabIndex={-1} ref={end}>
        {t.all}
      </p>
    ) : null
  }
  return (
    <Button variant="quiet" size="small" busy={isFetchingNextPage} busyLabel={t.loading} onClick={load}>
      {more}
    </Button>
  )
}

import { Button } from '../../ui/button.tsx'
import { AdminError } from '../admin-section.tsx'

type ListEndProps = {
  /** The query whose pages the list shows. */
  query: {
    error: Error | null
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  words: { more: string; loadingMore: string }
}

/** The end of a list that continues: a way to load more, or why it failed. */
export function ListEnd({ query, words }: ListEndProps) {
  const { error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (isFetchNextPageError && error)
    return <AdminError error={error} retry={() => void fetchNextPage()} busy={isFetchingNextPage} />
  if (!hasNextPage) return null
  return (
    <Button
      variant="quiet"
      size="small"
      busy={isFetchingNextPage}
      busyLabel={words.loadingMore}
      onClick={() => void fetchNextPage()}
    >
      {words.more}
    </Button>
  )
}

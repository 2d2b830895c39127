import { shopWords } from '#words/shop/shop.ts'
import { usePosted } from '../client/page.tsx'
import { ErrorSummary } from '../ui/fields/error-summary.tsx'

const t = shopWords.problem

/** Shows the error of a button on this page that was pressed without scripts. */
export function PostedProblem() {
  const posted = usePosted()
  const [error] = posted?.errors ?? []
  const message = posted?.stale ? t.stale : posted?.message
  if (message !== undefined) return <ErrorSummary title={t.summary} errors={[{ message }]} attempt={1} />
  return error ? (
    <ErrorSummary title={t.summary} errors={[{ id: error.field, message: error.message }]} attempt={1} />
  ) : null
}

import { shopWords } from '#words/shop/shop.ts'
import { usePosted } from '../client/page.tsx'
import { ErrorSummary } from '../ui/fields/error-summary.tsx'

const t = shopWords.problem

/** What went wrong with a button of this page that was pressed without scripts. */
export function PostedProblem() {
  const posted = usePosted()
  const message = posted?.stale ? t.stale : (posted?.message ?? posted?.errors[0]?.message)
  if (message === undefined) return null
  return <ErrorSummary title={t.summary} errors={[{ message }]} attempt={1} />
}

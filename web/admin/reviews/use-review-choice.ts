import { useState } from 'react'
import type { Review } from './approve-together.tsx'

/** Manages whose details are open. When that person leaves the list, the next one takes their place. */
export function useOpenReview(reviews: readonly Review[] | undefined) {
  const [opened, setOpened] = useState<{ id: string; at: number } | null>(null)
  const found = reviews?.find(({ subscriber }) => subscriber.id === opened?.id)
  return {
    open: found ?? reviews?.[Math.min(opened?.at ?? 0, reviews.length - 1)],
    /** Whether a person was opened, and is not just the first of the list. */
    isOpened: opened !== null,
    onOpen: (review: Review) => setOpened({ id: review.subscriber.id, at: reviews?.indexOf(review) ?? 0 }),
  }
}

/** Manages who is chosen to be approved together, by their ids. */
export function useChosenReviews() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (some: readonly Review[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const { subscriber } of some)
        if (on) after.add(subscriber.id)
        else after.delete(subscriber.id)
      return after
    })
  return { chosen, choose }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../core/screens.ts'
import { shopWords } from '../../core/words/en/shop.ts'
import { call } from '../api.ts'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from '../ui/link-button.tsx'

const say = shopWords.confirmation.waiting
const askAgain = 2_000

/** Between coming back from the payment page and the provider's word: the shop asks the provider itself. */
export function PaymentWait({ order, plan }: { order: string; plan: string }) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: ['GET /api/v1/orders/{id}', order],
    queryFn: () => call('GET /api/v1/orders/{id}', { path: { id: order } }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'waiting' ? false : askAgain),
    staleTime: 0,
  })
  const state = data?.state ?? 'waiting'
  useEffect(() => {
    if (state === 'done') void queries.invalidateQueries({ queryKey: ['GET /api/v1/subscriptions/user'] })
  }, [state, queries])

  if (state === 'closed') {
    return (
      <div className="message-page">
        <span className="message-page__mark">
          <Icon name="info" />
        </span>
        <h1>{say.closed.heading}</h1>
        <p>{say.closed.text}</p>
        <LinkButton href={paths.orderSummary(plan)}>{say.closed.button}</LinkButton>
      </div>
    )
  }
  return (
    <div className="message-page" role="status">
      <span className="message-page__mark">
        <Icon name="clock" />
      </span>
      <h1>{say.heading}</h1>
      <p>{say.text}</p>
    </div>
  )
}

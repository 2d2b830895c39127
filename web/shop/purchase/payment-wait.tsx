import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { paths } from '../../../contract/screens.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { call } from '../../client/api.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { usePosted } from '../../client/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'

const t = confirmationWords.waiting
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
  const posted = usePosted()
  const state = data?.state ?? posted?.order ?? 'waiting'
  // Still here after the subscriptions were fetched anew: the payment led to none, and is on its way back.
  const [looked, setLooked] = useState(posted?.order === 'done')
  useEffect(() => {
    if (state !== 'done') return
    void queries.invalidateQueries({ queryKey: ['GET /api/v1/subscriptions/user'] }).then(() => setLooked(true))
  }, [state, queries])

  if (looked) return <Ended words={t.returned} href={paths.account} />
  if (state === 'closed') return <Ended words={t.closed} href={paths.orderSummary(plan)} />
  return (
    <div className="message-page" role="status">
      <span className="message-page__mark">
        <Icon name="clock" />
      </span>
      <h1>{t.heading}</h1>
      <p>{t.text}</p>
      <PostedProblem />
      <noscript>
        <PageForm
          action={`${paths.confirmation(plan)}?order=${encodeURIComponent(order)}`}
          hidden={{ act: 'look-again', order }}
          onSubmit={() => queries.invalidateQueries()}
        >
          <Button type="submit">{t.again}</Button>
        </PageForm>
      </noscript>
    </div>
  )
}

function Ended({ words, href }: { words: { heading: string; text: string; button: string }; href: string }) {
  return (
    <div className="message-page">
      <span className="message-page__mark">
        <Icon name="info" />
      </span>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <LinkButton href={href}>{words.button}</LinkButton>
    </div>
  )
}

import { useEffect, useState } from 'react'
import { paths } from '../../../contract/screens.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { call } from '../../client/api.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { usePosted } from '../../client/page.tsx'
import { useAnswer, useAnswers } from '../../client/use-answer.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'

const t = confirmationWords.waiting
const askAgain = 2_000
const name = 'GET /api/v1/orders/{id}'

/** Between coming back from the payment page and the provider's word: the shop asks the provider itself. */
export function PaymentWait({ order, plan }: { order: string; plan: string }) {
  const answers = useAnswers()
  const { data } = useAnswer(name, order, () => call(name, { path: { id: order } }), {
    every: (order) => (order && order.state !== 'waiting' ? false : askAgain),
    fresh: 0,
  })
  const posted = usePosted()
  const state = data?.state ?? posted?.order ?? 'waiting'
  // Still here after the subscriptions were fetched anew: the payment led to none, and is on its way back.
  const [looked, setLooked] = useState(posted?.order === 'done')
  useEffect(() => {
    if (state !== 'done') return
    void answers.refresh('GET /api/v1/subscriptions/user').then(() => setLooked(true))
  }, [state, answers])

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
          onSubmit={() => answers.refresh()}
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

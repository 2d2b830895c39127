import { useEffect, useState } from 'react'
import { pauseBeforeAsking } from '../../../domain/billing/payment-pauses.ts'
import { paths } from '../../../contract/screens.ts'
import { confirmationWords } from '#words/shop/confirmation.ts'
import { call } from '../../client/api.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { usePosted, useVisitor } from '../../client/page.tsx'
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
  const { orders } = useVisitor()
  const { data, again } = useAnswer(name, order, () => call(name, { path: { id: order } }), { fresh: 0 })
  const posted = usePosted()
  const known = orders.some(({ id }) => id === order) ? 'processing' : 'waiting'
  const state = data?.state ?? posted?.order ?? known
  useGrowingPauses(again, state === 'waiting' || state === 'processing' ? state : null)
  // Still here after the subscriptions were fetched anew: the payment led to none, and is on its way back.
  const [looked, setLooked] = useState(posted?.order === 'done')
  useEffect(() => {
    if (state !== 'done' || looked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    // Where they could not be fetched, the page cannot tell yet what the payment led to.
    async function look() {
      const fetched = await answers.refresh('GET /api/v1/subscriptions/user')
      if (gone) return
      if (fetched) setLooked(true)
      else timer = setTimeout(() => void look(), askAgain)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [state, looked, answers])

  if (looked) return <Ended words={t.returned} href={paths.account} />
  if (state === 'closed' || state === 'failed') return <Ended words={t[state]} href={paths.orderSummary(plan)} />
  const words = state === 'processing' ? t.processing : t
  return (
    <div className="message-page" role="status">
      <span className="message-page__mark">
        <Icon name="clock" />
      </span>
      <h1>{words.heading}</h1>
      <p>{words.text}</p>
      <PostedProblem />
      {state === 'processing' ? <LinkButton href={paths.account}>{t.processing.button}</LinkButton> : null}
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

/** Asks again and again while the page is in sight, less often the longer it has waited; not at all for null. */
function useGrowingPauses(ask: () => void, waitsFor: 'waiting' | 'processing' | null) {
  useEffect(() => {
    if (waitsFor === null) return undefined
    const start = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      const pause = pauseBeforeAsking(performance.now() - start, waitsFor === 'processing')
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible') ask()
        wait()
      }, pause)
    }
    wait()
    return () => clearTimeout(timer)
  }, [ask, waitsFor])
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

import { useEffect, useState, type ComponentType } from 'react'
import type { Output } from '../../../contract/contract.ts'
import { pauseBeforeAsking } from '../../../domain/billing/payments/payment-pauses.ts'
import { paths } from '../../../contract/screens.ts'
import { paymentWaitWords as t } from '#words/shop/payment-wait.ts'
import { ApiError } from '../../client/api.ts'
import { PageForm } from '../../forms/page-form.tsx'
import { PostedProblem } from '../../forms/posted-problem.tsx'
import { usePosted, useVisitor } from '../../client/page.tsx'
import { useCall, useRefresh } from '../../client/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/links/link-button.tsx'
import { MessagePage } from '../message-page.tsx'

const askAgain = 2_000

export type Bought = NonNullable<Output<'GET /api/v1/orders/{id}'>['bought']>
type PaymentWaitProps = {
  order: string
  plan: string
  /** Shows what the payment led to. */
  Shown: ComponentType<{ bought: Bought }>
}

/**
 * Waits between the return from the payment page and the provider's notification: the shop asks the provider itself.
 */
export function PaymentWait({ order, plan, Shown }: PaymentWaitProps) {
  const refresh = useRefresh()
  const { orders } = useVisitor()
  const posted = usePosted()
  const known = posted?.order?.state ?? (orders.some(({ id }) => id === order) ? 'processing' : 'waiting')
  const [begun] = useState(() => performance.now())
  const { data, error } = useCall(
    'GET /api/v1/orders/{id}',
    { path: { id: order } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data: answer, error: fault } }) =>
        !isUnknown(fault) && pauseIn(answer?.state ?? known, performance.now() - begun),
    },
  )
  const state = data?.state ?? known
  const bought = data?.bought ?? posted?.order?.bought
  // If this is still shown after the subscriptions were requested again, the payment led to a subscription that has
  // another plan or status by now, or to none and is being refunded.
  const [looked, setLooked] = useState(posted?.order?.state === 'done')
  useEffect(() => {
    if (state !== 'done' || looked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    // If they could not be requested, the page cannot yet tell what the payment led to.
    async function look() {
      const fetched = await refresh('GET /api/v1/subscriptions/user')
      if (gone) return
      if (fetched) setLooked(true)
      else timer = setTimeout(() => void look(), askAgain)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [state, looked, refresh])

  if (looked) return bought ? <Shown bought={bought} /> : <PaymentReturned />
  if (isUnknown(error)) return <Ended words={t.unknown} href={paths.account} />
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
          onSubmit={() => refresh()}
        >
          <Button type="submit">{t.again}</Button>
        </PageForm>
      </noscript>
    </div>
  )
}

/** Says that a payment started or continued nothing, and is refunded. */
export function PaymentReturned() {
  return <Ended words={t.returned} href={paths.account} />
}

/** Whether the person has no such order: it is someone else's, or its id is not one. */
const isUnknown = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 400)

/** Returns the pause before the next request, in ms; false once the result of the order is known. */
function pauseIn(state: string, waited: number): number | false {
  const waits = state === 'waiting' || state === 'processing'
  return waits && pauseBeforeAsking(waited, state === 'processing')
}

function Ended({ words, href }: { words: { heading: string; text: string; button: string }; href: string }) {
  return (
    <MessagePage icon="info" heading={words.heading}>
      <p>{words.text}</p>
      <LinkButton href={href}>{words.button}</LinkButton>
    </MessagePage>
  )
}

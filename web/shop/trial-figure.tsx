import { Suspense, useState } from 'react'
import { useLocation } from '../client/location.tsx'
import { lazyScreen } from '../ui/lazy-screen.tsx'

type FigureProps = { title: string; product: string }

export const trialFigure = lazyScreen<FigureProps>(
  'web/shop/trial-figure-drawn.tsx',
  async () => (await import('./trial-figure-drawn.tsx')).DrawnFigure,
)

/**
 * The drawing of the product. It never changes, so the browser keeps what the server drew and loads no code for it;
 * only a visitor who comes from another page of the shop needs that.
 */
export function TrialFigure(props: FigureProps) {
  const { moved } = useLocation()
  const [isKept] = useState(!moved && typeof document !== 'undefined')
  // oxlint-disable-next-line react/no-danger -- sets nothing: it has React leave the server's drawing as it is
  if (isKept) return <div className="figure-frame" suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
  return (
    <div className="figure-frame">
      <Suspense>
        <trialFigure.Screen {...props} />
      </Suspense>
    </div>
  )
}

/** React leaves markup inside such an element alone while it hydrates. */
const nothing = { __html: '' }

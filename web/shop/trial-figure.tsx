import { Suspense, useState } from 'react'
import { useLocation } from '../client/location.tsx'
import { lazyScreen } from '../ui/loading/lazy-screen.tsx'

type FigureProps = { title: string; picture: string }

export const trialFigure = lazyScreen<FigureProps>(
  'web/shop/trial-figure-drawn.tsx',
  async () => (await import('./trial-figure-drawn.tsx')).DrawnFigure,
)

/**
 * Shows the picture that the catalogue names for the product. A drawing never changes, so the browser keeps the
 * server's markup and loads no code for it; only a visitor who comes from another page of the shop needs the code.
 */
export function TrialFigure({ title, picture }: { title: string; picture: string | null }) {
  const { moved } = useLocation()
  const [isKept] = useState(!moved && typeof document !== 'undefined')
  if (picture === null) return null
  if (picture.startsWith('https:')) return <img className="figure" src={picture} alt={title} />
  // oxlint-disable-next-line react/no-danger -- sets nothing: it has React leave the server's drawing as it is
  if (isKept) return <div className="figure-frame" suppressHydrationWarning dangerouslySetInnerHTML={nothing} />
  return (
    <div className="figure-frame">
      <Suspense>
        <trialFigure.Screen title={title} picture={picture} />
      </Suspense>
    </div>
  )
}

/** React leaves markup inside such an element alone while it hydrates. */
const nothing = { __html: '' }

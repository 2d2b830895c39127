import { QueryClientContext } from '@tanstack/react-query'
import { Component, type ContextType, type ReactNode } from 'react'
import { shopWords as t } from '#words/shop/shop.ts'
import { ApiError, messageOf } from '../client/api.ts'
import { removeFailures } from '../client/queries.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = { at: string; moved: boolean; children: ReactNode }
type State = { at: string; error: unknown; failed: boolean }

/** Replaces a page whose data could not be loaded: explains what happened, and offers a retry. */
export class PageFault extends Component<Props, State> {
  static override contextType = QueryClientContext
  declare context: ContextType<typeof QueryClientContext>
  override state: State = { at: this.props.at, error: null, failed: false }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }

  /** Another page may load correctly. */
  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, error: null, failed: false }
  }

  /** Returning to the page requests the data again. */
  override componentDidCatch(): void {
    if (this.context) removeFailures(this.context)
    if (this.needsDocument()) window.location.reload()
  }

  /** After an upgrade, the server no longer has the scripts of an open page: the document names the new ones. */
  private needsDocument() {
    return this.props.moved && navigator.onLine && !(this.state.error instanceof ApiError)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    if (this.needsDocument()) return null
    return (
      <div className="message-page" role="alert">
        <span className="message-page__mark">
          <Icon name="warning" />
        </span>
        <h1>{t.problem.loadPage}</h1>
        <p>{messageOf(this.state.error, navigator.onLine ? t.problem.unexpected : t.problem.offline)}</p>
        <Button onClick={() => window.location.reload()}>{t.problem.retry}</Button>
      </div>
    )
  }
}

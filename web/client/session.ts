/**
 * Resolves to whether a refused call means that the session has ended: true once the page has reported it, so that no
 * other part needs to. web/app/session-watch.tsx decides this on pages of signed-in people.
 */
type Watch = (status: number) => Promise<boolean>

let watch: Watch | null = null

export function setSessionWatch(next: Watch | null): void {
  watch = next
}

/** Called with the status of every refused call. */
export async function hasSessionEnded(status: number): Promise<boolean> {
  return watch !== null && (status === 401 || status === 403) && watch(status)
}

/** The channel between the tabs of a browser. */
export const sessionChannel = 'session'

/** Tells the other tabs that the session has ended. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(sessionChannel)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  channel.postMessage('ended')
  channel.close()
}

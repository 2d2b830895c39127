/**
 * Whether a refused call means that the session has ended: true once the page has said so, and no other part needs to.
 * The watch of web/app/session-watch.tsx answers it on the pages of those who are signed in.
 */
type Watch = (status: number) => Promise<boolean>

let watch: Watch | null = null

export function setSessionWatch(next: Watch | null): void {
  watch = next
}

/** To be asked with the status of every refusal. */
export async function hasSessionEnded(status: number): Promise<boolean> {
  return watch !== null && (status === 401 || status === 403) && watch(status)
}

/** Between the tabs of a browser. */
export const sessionChannel = 'session'

/** Tells the other tabs that the session has ended here. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(sessionChannel)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  channel.postMessage('ended')
  channel.close()
}

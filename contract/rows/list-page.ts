/** A page of a list, with the cursors of the pages beside it; null where the list ends. */
export type PageOf<Items> = { items: Items; next: string | null; before: string | null }

/** Returns a page as a call responds with it: its rows, and a `Link` header with the pages beside it. */
export function pageOfList<Items>(items: Items, links: string): PageOf<Items> {
  return { items, next: cursorOf(links, 'next', 'cursor'), before: cursorOf(links, 'prev', 'before') }
}

/** Returns the cursor in an address such as `</api/v1/x?cursor=a>; rel="next"`. */
function cursorOf(links: string, rel: 'next' | 'prev', parameter: 'cursor' | 'before'): string | null {
  for (const [, address = '', named] of links.matchAll(/<([^<>]*)>\s*;\s*rel="?(\w+)"?/g))
    if (named === rel) return decoded(new RegExp(`[?&]${parameter}=([^&]*)`).exec(address)?.[1])
  return null
}

const decoded = (text: string | undefined) => (text === undefined ? null : decodeURIComponent(text))

/** A corner of a menu, in pixels of the window. */
export type Corner = { left: number; top: number }

const margin = 8

/** Returns the upper left corner of a menu that opens at a position: upward if there is no room below, within the window. */
export function menuCorner(
  at: Corner,
  menu: { width: number; height: number },
  view: { clientWidth: number; clientHeight: number },
): Corner {
  const left = Math.min(at.left, view.clientWidth - menu.width - margin)
  const upward = at.top + menu.height > view.clientHeight - margin
  const top = upward ? Math.max(margin, at.top - menu.height) : at.top
  return { left: Math.max(margin, left), top: Math.max(margin, top) }
}

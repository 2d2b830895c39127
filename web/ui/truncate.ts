/** Shortens a text to at most `length` code points; the last is an ellipsis if something was cut. */
export function truncate(text: string, length: number): string {
  const points = Array.from(text)
  return points.length <= length
    ? text
    : `${points
        .slice(0, Math.max(length - 1, 0))
        .join('')
        .trimEnd()}…`
}

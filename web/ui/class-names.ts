/** Joins the class names whose condition holds: `classNames('a', cond && 'b')`. */
export function classNames(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

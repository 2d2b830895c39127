/** The notice below the heading of a generated page. */
export const generatedNotice = '*Generated from the code by `npm run docs`. Do not edit it by hand.*'

/** A table in Markdown. Bars in cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

import { parse, type ValueNode } from '@humanwhocodes/momoa'

/** One of the operator's files as read at the start: its path, the line of each value, and its content. */
export type SourceFile = { path: string; lines: ReadonlyMap<string, number>; content: object }

/** Returns the line of each value of a JSON text by its path, such as `documents.eula.address` or `plans.0`. The first line is 1. */
export function linesOf(json: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  const walk = (node: ValueNode, path: string, line: number) => {
    if (path !== '') lines.set(path, line)
    const inside = (name: string | number) => (path === '' ? `${name}` : `${path}.${name}`)
    if (node.type === 'Array')
      for (const [index, { value }] of node.elements.entries()) walk(value, inside(index), value.loc.start.line)
    if (node.type !== 'Object') return
    for (const { name, value, loc } of node.members)
      walk(value, inside(name.type === 'String' ? name.value : name.name), loc.start.line)
  }
  const { body } = parse(json)
  walk(body, '', body.loc.start.line)
  return lines
}

import { SaxesParser } from 'saxes'
import { ListFault } from './rows.ts'
import type { ListFile } from './tables.ts'
import { textOf } from './text.ts'

/** An element with its content; names have no prefix. */
export type Element = {
  name: string
  line: number
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** No list nests deeper; a deeper file is not a list, and would take unlimited memory. */
const deepest = 50

/**
 * Yields the elements of some names in an XML file with this root, one after the other, and the root's attributes. Only
 * the file is read: saxes resolves no external entity. Throws ListFault with the line if it is not well-formed.
 */
export function* elementsOf(
  { file, content }: ListFile,
  root: string,
  wanted: readonly string[],
  onRoot: (attributes: Record<string, string>) => void = () => undefined,
): Generator<Element> {
  const parser = new SaxesParser<{ position: true }>({ position: true })
  const open: Element[] = []
  const found: Element[] = []
  let depth = 0
  parser.on('error', (error) => {
    const detail = error.message.replace(/^(?:[^:]*:)?\d+:\d+: /, '').replace(/\.$/, '')
    throw new ListFault({ code: 'notXml', file, line: parser.line, detail })
  })
  parser.on('doctype', () => {
    throw new ListFault({ code: 'xmlDoctype', file, line: parser.line })
  })
  parser.on('opentag', ({ name: full, attributes: written }) => {
    const attributes = Object.fromEntries(Object.entries(written).map(([key, value]) => [key, String(value)]))
    const name = full.slice(full.indexOf(':') + 1)
    depth += 1
    if (depth > deepest) throw new ListFault({ code: 'xmlTooDeep', file, line: parser.line })
    if (depth === 1) {
      if (name !== root)
        throw new ListFault({ code: 'wrongRoot', file, line: parser.line, found: name, expected: root })
      onRoot(attributes)
    }
    if (open.length === 0 && !wanted.includes(name)) return
    const element: Element = { name, line: parser.line, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  const add = (text: string) => {
    const last = open.at(-1)
    if (last) last.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    depth -= 1
    const closed = open.pop()
    if (closed && open.length === 0) found.push(closed)
  })
  for (const piece of textOf(file, content)) {
    parser.write(piece)
    yield* found.splice(0)
  }
  parser.close()
  yield* found.splice(0)
}

/** Returns the children of a name, and the text of the first of them. */
export const childrenOf = (element: Element, name: string) => element.children.filter((child) => child.name === name)
export const textIn = (element: Element, name: string) =>
  element.children.find((child) => child.name === name)?.text.trim() ?? ''
/** The elements of a name at any depth. */
export const within = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => (child.name === name ? [child] : within(child, name)))

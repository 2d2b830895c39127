import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { handbookChapters, type Chapter, type Piece } from '../../contract/handbook.ts'
import { root } from '../run.ts'

/** The module that web/handbook imports: the handbook of a language, from its Markdown files. */
export function handbook(language: string): Plugin {
  return {
    name: 'handbook',
    resolveId: { filter: { id: /^virtual:handbook$/ }, handler: () => '\0virtual:handbook' },
    load: {
      filter: { id: /^\0virtual:handbook$/ },
      async handler() {
        const chapters = handbookChapters.map(async (id) => {
          const file = join(root, 'docs/handbook', language, `${id}.md`)
          this.addWatchFile(file)
          return readChapter(id, await readFile(file, 'utf8'))
        })
        return `export const chapters = ${JSON.stringify(await Promise.all(chapters))}`
      },
    },
  }
}

/**
 * Returns a chapter in pieces from which the page creates elements, because its policy allows no HTML in a text
 * (Trusted Types). Links to other chapters' files become anchors of the page, and sections get an anchor below their
 * chapter's. Throws if the file does not begin with a title, links to anything but a chapter, or contains what the page
 * does not show.
 */
export function readChapter(id: string, text: string): Chapter {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? []
  if (title === undefined || body === undefined) throw new Error(`The chapter ${id} has no title.`)
  return { id, title, body: lexer(body).flatMap((token) => blockOf(id, token as Tokens.Generic)) }
}

function blockOf(id: string, token: Tokens.Generic): Piece[] {
  const inside = (tokens: Token[] = []) => inlineOf(id, tokens)
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [[`h${token['depth'] + 1}`, { id: `${id}-${slugOf(String(token['text']))}` }, ...inside(token.tokens)]]
    case 'paragraph':
      return [['p', {}, ...inside(token.tokens)]]
    case 'list': {
      const { ordered, items } = token as Tokens.List
      return [[ordered ? 'ol' : 'ul', {}, ...items.map((item): Piece => ['li', {}, ...inside(item.tokens)])]]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const head = header.map((cell): Piece => ['th', { scope: 'col' }, ...inside(cell.tokens)])
      const body = rows.map((row): Piece => ['tr', {}, ...row.map((cell): Piece => ['td', {}, ...inside(cell.tokens)])])
      return [['table', {}, ['thead', {}, ['tr', {}, ...head]], ['tbody', {}, ...body]]]
    }
    default:
      throw new Error(`The chapter ${id} has ${token.type}, which the page does not show: ${token.raw}`)
  }
}

function inlineOf(id: string, tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Tokens.Generic
    const inside = () => inlineOf(id, token.tokens ?? [])
    if (token.type === 'text' && token.tokens) pieces.push(...inside())
    else if (token.type === 'text' || token.type === 'escape') pieces.push(String(token['text']))
    else if (token.type === 'strong' || token.type === 'em') pieces.push([token.type, {}, ...inside()])
    else if (token.type === 'link')
      pieces.push(['a', { className: 'link', href: anchorOf(id, String(token['href'])) }, ...inside()])
    else if (token.raw === '<kbd>') {
      pieces.push(['kbd', {}, tokens[at + 1]?.raw ?? ''])
      at += 2
    } else throw new Error(`The chapter ${id} has ${token.type}, which the page does not show: ${token.raw}`)
  }
  return pieces
}

function anchorOf(id: string, href: string): string {
  const chapter = handbookChapters.find((one) => href === `${one}.md`)
  if (chapter === undefined) throw new Error(`The chapter ${id} links to ${href}, which is no chapter.`)
  return `#${chapter}`
}

/** Makes anchors of headings like GitHub. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

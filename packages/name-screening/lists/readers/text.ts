import { isUtf8 } from 'node:buffer'
import { ListFault } from './rows.ts'

const pieceBytes = 1 << 20

/**
 * Yields the text of a list file in pieces, without its byte order mark. Only UTF-8 (and so ASCII) is accepted: any
 * other encoding could only be guessed, and a misspelt name is a missed match that no one notices.
 */
export function textOf(file: string, content: Uint8Array): Iterable<string> {
  if (content.length === 0) throw new ListFault({ code: 'empty', file })
  if (!isUtf8(content)) throw new ListFault({ code: 'notUtf8', file, line: firstBadLine(content) })
  const nothing = content.indexOf(0)
  if (nothing >= 0) throw new ListFault({ code: 'notText', file, line: lineAt(content, nothing) })
  return pieces(content)
}

function* pieces(content: Uint8Array): Generator<string> {
  const decoder = new TextDecoder()
  for (let at = 0; at < content.length; at += pieceBytes)
    yield decoder.decode(content.subarray(at, at + pieceBytes), { stream: true })
  yield decoder.decode()
}

function firstBadLine(content: Uint8Array): number {
  for (let from = 0, line = 1; ; line += 1) {
    const end = content.indexOf(0x0a, from)
    if (end < 0 || !isUtf8(content.subarray(from, end))) return line
    from = end + 1
  }
}

function lineAt(content: Uint8Array, position: number): number {
  let line = 1
  for (let at = content.indexOf(0x0a); at >= 0 && at < position; at = content.indexOf(0x0a, at + 1)) line += 1
  return line
}

import { createHash } from 'node:crypto'
import type { Query } from './look-ups.ts'

/** The prefix of statements whose plan each connection keeps, other than plain writes. */
export const preparedMark = '/* prepared */ '

/**
 * The maximum number of named writes, and the maximum length of their text, because each connection keeps every one of
 * them.
 */
const namedWrites = { count: 200, length: 2_000 }
/**
 * Whether it is an insert, or an update or deletion that returns nothing. PostgreSQL refuses a kept plan whose columns
 * changed, as a migration changes those of `returning *`. Updates that return rows look for due work, and their plan
 * depends on its amount.
 */
function isPlainWrite(text: string): boolean {
  const returned = /\sreturning\s([^]*)/.exec(text)?.[1]
  if (/^\s*insert into\s/.test(text)) return !returned?.includes('*')
  return returned === undefined && /^\s*(?:update|delete from)\s/.test(text)
}

/**
 * Names marked statements, so that their plan is kept, and plain writes. The name is a hash of the text, so that
 * processes that share a pooler's connections never use one name for two texts.
 */
export function createNaming(prepare: boolean): (text: string, values: unknown[]) => Query {
  const names = new Map<string, string>()
  let writes = 0
  return (text, values) => {
    let name = names.get(text)
    if (name === undefined && prepare && isWorthAName(text)) {
      name = `plan_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
      names.set(text, name)
    }
    return name === undefined ? { text, values } : { name, text, values }
  }

  function isWorthAName(text: string): boolean {
    if (text.startsWith(preparedMark)) return true
    if (writes >= namedWrites.count || text.length > namedWrites.length || !isPlainWrite(text)) return false
    writes += 1
    return true
  }
}

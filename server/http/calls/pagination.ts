import { z } from 'zod'
import { id } from '../../../contract/rows/input.ts'
import { refuse } from '../../../contract/errors.ts'
import type { PageRequest, Cursor } from '../../store/admin/users-list/list.ts'
import type { Call } from './contract-routes.ts'

/** The lines of a page, and where its neighbours begin; null if there is none. */
type Page<Line> = { lines: Line[]; next: Cursor | null; previous: Cursor | null }
type PageQuery = { limit: number; cursor?: string | undefined; before?: string | undefined }

/**
 * `order` names the order of the list: a cursor is valid only for its own order. `key` is the schema of a key, `idShape`
 * of ids that are no UUIDs.
 */
type List<Line> = {
  order: string
  key: z.ZodType<string>
  idShape?: z.ZodType<string> | undefined
  read: (from: PageRequest, limit: number) => Promise<Page<Line>>
}

/**
 * Returns a page of a list, with its neighbours in the `Link` header (RFC 8288): the same address with another cursor.
 * A cursor is the base64url of `[order, key, id]` as JSON; only the shop should read it.
 */
export async function paginate<Line>(asked: PageQuery, { request, reply }: Call, list: List<Line>): Promise<Line[]> {
  const { lines, next, previous } = await list.read(readFrom(asked, list), asked.limit)
  const link = (name: 'cursor' | 'before', rel: string, { key, id: lineId }: Cursor) => {
    const address = new URL(request.url, 'http://nowhere.invalid')
    address.searchParams.delete('cursor')
    address.searchParams.delete('before')
    address.searchParams.set(name, Buffer.from(JSON.stringify([list.order, key, lineId])).toString('base64url'))
    return `<${address.pathname}${address.search}>; rel="${rel}"`
  }
  const links = [
    ...(next ? [link('cursor', 'next', next)] : []),
    ...(previous ? [link('before', 'prev', previous)] : []),
  ]
  if (links.length > 0) void reply.header('link', links.join(', '))
  return lines
}

const momentKey = z.iso.datetime({ precision: 3 })

/** Like `paginate`, for a list that is only read forwards. `read` receives the maximum number of lines. */
export function paginateForwards<Line>(
  asked: PageQuery,
  call: Call,
  {
    order,
    key,
    idShape,
    read,
    cursorOf,
  }: Pick<List<Line>, 'order' | 'key' | 'idShape'> & {
    read: (after: Cursor | null, limit: number) => Promise<Line[]>
    cursorOf: (line: Line) => Cursor
  },
): Promise<Line[]> {
  return paginate(asked, call, {
    order,
    key,
    idShape,
    async read({ cursor }, limit) {
      const found = await read(cursor, limit + 1)
      const lines = found.slice(0, limit)
      const last = lines.at(-1)
      return { lines, next: found.length > limit && last ? cursorOf(last) : null, previous: null }
    },
  })
}

/** Like `paginateForwards`, for a list ordered by time. */
export function paginateByTime<Line>(
  asked: PageQuery,
  call: Call,
  order: string,
  read: (after: { at: Date; id: string } | null, limit: number) => Promise<Line[]>,
  cursorOf: (line: Line) => { at: Date; id: string },
  idShape?: z.ZodType<string>,
): Promise<Line[]> {
  return paginateForwards(asked, call, {
    order,
    key: momentKey,
    idShape,
    read: (cursor, limit) => read(cursor && { at: new Date(cursor.key), id: cursor.id }, limit),
    cursorOf(line) {
      const { at, id: lineId } = cursorOf(line)
      return { key: at.toISOString(), id: lineId }
    },
  })
}

type CursorShape = Pick<List<never>, 'order' | 'key' | 'idShape'>

function readFrom({ cursor, before }: PageQuery, shape: CursorShape): PageRequest {
  if (cursor !== undefined && before !== undefined) refuseField('before')
  if (before !== undefined) return { cursor: readCursor(before, shape) ?? refuseField('before'), backward: true }
  if (cursor === undefined) return { cursor: null, backward: false }
  return { cursor: readCursor(cursor, shape) ?? refuseField('cursor'), backward: false }
}

function readCursor(cursor: string, { order, key, idShape = id }: CursorShape): Cursor | undefined {
  const { data } = z.tuple([z.literal(order), key, idShape]).safeParse(decode(cursor))
  return data && { key: data[1], id: data[2] }
}

const refuseField = (field: string): never => refuse('INVALID_INPUT', [{ field, fault: { code: 'invalidValue' } }])

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

import assert from 'node:assert/strict'
import type { TestShop } from '../given.ts'
import type { TestVisitor } from '../http/visitor.ts'

export type Answer = { status: number; message: string; errors?: { field: string; message: string }[] }

/** Performs an act in the admin area and returns the status and, if it was refused, the message. */
export async function act(administrator: TestVisitor, path: string, body: unknown): Promise<Answer> {
  const answer = await administrator.post(path, body)
  return { status: answer.status, message: '', ...(await bodyOf(answer)) }
}

export async function forget(administrator: TestVisitor, id: string): Promise<Answer> {
  const answer = await administrator.delete(`/api/v1/subscribers/${id}`)
  return { status: answer.status, message: '', ...(await bodyOf(answer)) }
}

async function bodyOf(answer: Response): Promise<{ message?: string }> {
  const text = await answer.text()
  return answer.status >= 400 ? (JSON.parse(text) as { message: string }) : {}
}

export async function read<T>(administrator: TestVisitor, path: string): Promise<T> {
  const answer = await administrator.get(path)
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`)
  return (await answer.json()) as T
}

/** Returns the rows of each page of a list, by the links to the next one, or to the previous one. */
export async function pagesOf<T>(
  administrator: TestVisitor,
  path: string,
  rel: 'next' | 'prev' = 'next',
): Promise<T[][]> {
  const pages: T[][] = []
  for (let at: string | undefined = path; at !== undefined;) {
    const answer: Response = await administrator.get(at)
    assert.equal(answer.status, 200, `${at}: ${await answer.clone().text()}`)
    pages.push((await answer.json()) as T[])
    at = new RegExp(`<([^>]+)>; rel="${rel}"`).exec(answer.headers.get('link') ?? '')?.[1]
    assert.ok(pages.length < 200, 'the links go in a circle')
  }
  return pages
}

/** Returns the id of the person with an address. */
export async function idOf(shop: Pick<TestShop, 'sql'>, email: string): Promise<string> {
  const [row] = await shop.sql<{ id: string }>('select id from subscribers where email = $1', [email])
  assert.ok(row, `nobody is ${email}`)
  return row.id
}

/** Returns every row of every table as text, except the named tables. */
export async function everyRow(shop: Pick<TestShop, 'sql'>, save: readonly string[] = []): Promise<string[]> {
  const tables = await shop.sql<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name, table_name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  )
  const rows = await Promise.all(
    tables
      .filter(({ name }) => !save.some((one) => name.endsWith(`.${one}`)))
      .map(async ({ name }) =>
        (await shop.sql<{ row: string }>(`select t::text as row from ${name} t`)).map(({ row }) => `${name} ${row}`),
      ),
  )
  return rows.flat()
}

import pg from 'pg'

/** Statements that background jobs send at intervals, and the first one of each new connection. */
const background =
  /^(?:set statement_timeout|update jobs set leased_until|select 1$|select 1 from messages|select id from webhook_endpoints)/
const written = /(?:insert into|(?<!do )update|delete from) "?(?!skip)(\w+)"?|from "?(\w+)"? |^(begin|commit)/g

/**
 * Returns the tables of each statement that a shop in this process sends while `work` runs, without those of a
 * transaction that began before.
 */
export async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  let sent: { client: pg.Client; text: string }[] = []
  const begun = new Set<pg.Client>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...all: unknown[]): unknown {
    const [first] = all as [string | { text: string }]
    const text = (typeof first === 'string' ? first : first.text).replaceAll(/\s+/g, ' ').trim()
    if (text.startsWith('begin')) begun.add(this)
    if (/^(commit|rollback)/.test(text) && !begun.delete(this)) sent = sent.filter(({ client }) => client !== this)
    else sent.push({ client: this, text })
    return Reflect.apply(query, this, all)
  } as typeof query
  await work().finally(() => (pg.Client.prototype.query = query))
  const tablesIn = (text: string) =>
    [...text.matchAll(written)].map(([, changed, read, other]) => changed ?? read ?? other)
  return sent.filter(({ text }) => !background.test(text)).map(({ text }) => [...new Set(tablesIn(text))].join(' '))
}

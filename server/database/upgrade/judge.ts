/** What a migration does to the tables that are there before it. */
export type Judgement = {
  /** Whether instances of the version before it go on working beside it, and after it. */
  expandOnly: boolean
  /** Words of the statements that read, write or index rows: the tables among them take time by their size. */
  works: ReadonlySet<string>
}

/**
 * Expand-only is what adds and takes nothing away: new tables, views and functions, rows and indexes of new tables, columns
 * that may be null or have a default, and indexes of old tables that make nothing unique. Whatever else a statement does
 * counts as a change that the version before may not know.
 */
export function judge(statements: readonly string[]): Judgement {
  const created = new Set<string>()
  const works = new Set<string>()
  let expandOnly = true
  for (const statement of statements.flatMap(partsOf)) {
    const made = /^create table (?:if not exists )?"?(\w+)/.exec(statement)?.[1]
    if (made !== undefined) {
      created.add(made)
      continue
    }
    if (/^(?:create (?:view|function)|comment on) /.test(statement) || readsNothing(statement)) continue
    const table = /^(?:alter table (?:only )?|insert into |create (?:unique )?index .*? on )"?(\w+)/.exec(
      statement,
    )?.[1]
    if (table !== undefined && created.has(table)) continue
    if (statement.startsWith('alter table ') && actionsOf(statement).every(addsColumn)) continue
    for (const [word] of statement.matchAll(/\w+/g)) works.add(word)
    if (!statement.startsWith('create index ')) expandOnly = false
  }
  return { expandOnly, works }
}

/** The statements of one text, in lower case and without line breaks. A function's body is not taken apart. */
function partsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return (plain.includes('$$') ? [plain] : plain.split(';')).map((part) => part.trim()).filter((part) => part !== '')
}

/** Settings, locks, and what PostgreSQL's own catalogue says. Other reads decide what is changed, by rows that are not known here. */
const readsNothing = (statement: string) =>
  /^select (?:set_config|pg_advisory_xact_lock)\(/.test(statement) ||
  (statement.startsWith('select ') && / from "?(?:pg_|information_schema)/.test(statement))

/** What an `alter table` does, one after the other. */
function actionsOf(statement: string): string[] {
  const actions = statement.replace(/^alter table (?:only )?\S+ /, '')
  return actions.split(/, (?=(?:add|alter|drop|rename|set|enable|disable|validate|attach|detach|owner) )/)
}

/** Instant whatever the size: postgresql.org/docs/current/sql-altertable.html, "Notes". */
function addsColumn(action: string): boolean {
  if (
    !action.startsWith('add column ') ||
    /\b(?:unique|check|generated|primary key|(?:big|small)?serial\d?)\b/.test(action)
  )
    return false
  const hasDefault = / default (?:'[^']*'|[\d.]+|true|false|null)(?:::\w+(?:\[\])?)?(?: |$)/.test(action)
  return / default /.test(action) ? hasDefault : !action.includes(' not null')
}

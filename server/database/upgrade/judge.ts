/** The effect of a migration on existing tables. */
export type Judgement = {
  /** Whether instances of the previous version continue to work beside it, and after it. */
  expandOnly: boolean
  /**
   * Words of the statements that read, write or index rows, among them the tables whose size determines the duration.
   */
  works: ReadonlySet<string>
}

/**
 * Decides whether a migration is expand-only, which adds and removes nothing: new tables, views and functions, rows and
 * indexes of new tables, columns that are nullable or have a default, and non-unique indexes of old tables. Any other
 * statement counts as a change that the previous version may not know.
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

/** Returns the statements of a text, in lower case and without line breaks. A function's body is not split. */
function partsOf(text: string): string[] {
  const plain = text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return (plain.includes('$$') ? [plain] : plain.split(';')).map((part) => part.trim()).filter((part) => part !== '')
}

/**
 * Settings, locks, and queries of PostgreSQL's own catalogue. Other reads may decide what is changed, depending on
 * unknown rows.
 */
const readsNothing = (statement: string) =>
  /^select (?:set_config|pg_advisory_xact_lock)\(/.test(statement) ||
  (statement.startsWith('select ') && / from "?(?:pg_|information_schema)/.test(statement))

/** Returns the actions of an `alter table`, in order. */
function actionsOf(statement: string): string[] {
  const actions = statement.replace(/^alter table (?:only )?\S+ /, '')
  return actions.split(/, (?=(?:add|alter|drop|rename|set|enable|disable|validate|attach|detach|owner) )/)
}

/** Takes no time whatever the size: postgresql.org/docs/current/sql-altertable.html, "Notes". */
function addsColumn(action: string): boolean {
  if (
    !action.startsWith('add column ') ||
    /\b(?:unique|check|generated|primary key|(?:big|small)?serial\d?)\b/.test(action)
  )
    return false
  const hasDefault = / default (?:'[^']*'|[\d.]+|true|false|null)(?:::\w+(?:\[\])?)?(?: |$)/.test(action)
  return / default /.test(action) ? hasDefault : !action.includes(' not null')
}

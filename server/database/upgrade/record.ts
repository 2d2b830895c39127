import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Returns the statements that a migration would run, without running them: its reads return nothing. Rejects if it
 * cannot continue that way.
 */
export async function statementsOf(migration: Migration): Promise<string[]> {
  const statements: string[] = []
  const connection: DatabaseConnection = {
    async executeQuery({ sql }: CompiledQuery) {
      statements.push(sql)
      return { rows: [] }
    },
    async *streamQuery() {
      // Returns no rows.
    },
  }
  const nothing = () => Promise.resolve()
  const driver: Driver = {
    init: nothing,
    acquireConnection: () => Promise.resolve(connection),
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  }
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  await migration.up(db)
  return statements
}

import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { judge } from './judge.ts'
import { statementsOf } from './record.ts'

test('a change that only adds is expand-only; one that changes or removes something is not', () => {
  const rows: [statement: string, expandOnly: boolean, works: string[]][] = [
    ['create table a (id text)', true, []],
    ['create table a (id text); insert into a values (1); create unique index x on a (id)', true, []],
    ['alter table old add column b text', true, []],
    ["alter table old add column b text not null default 'x', add column c int", true, []],
    ['create view v as select 1', true, []],
    ['create index x on old (b) where c', true, ['old']],
    ['alter table old add column b text not null', false, ['old']],
    ['alter table old add column b uuid default gen_random_uuid()', false, ['old']],
    ['alter table old add column b text unique', false, ['old']],
    ['alter table old add column b text, drop column c', false, ['old']],
    ['ALTER TABLE old\n  alter column b type bigint', false, ['old']],
    ['create unique index x on old (b)', false, ['old']],
    ['create or replace view v as select 1', false, ['v']],
    ['create trigger t after insert on old execute function f()', false, ['old']],
    ['update old set b = 1', false, ['old']],
    ['insert into old select 1', false, ['old']],
    ['drop table old', false, ['old']],
    ['truncate old', false, ['old']],
    ['alter table old add column b bigserial', false, ['old']],
    ['select fill_all()', false, []],
    ['select id from old', false, ['old']],
    ["select 1 from pg_class where relname = 'old'", true, []],
  ]
  for (const [statement, expandOnly, works] of rows) {
    const judged = judge([statement])
    assert.equal(judged.expandOnly, expandOnly, statement)
    for (const word of works) assert.ok(judged.works.has(word), `${statement}: ${word}`)
    if (works.length === 0 && expandOnly) assert.equal(judged.works.size, 0, statement)
  }
})

test('a migration that updates the rows it reads is not expand-only, even if there are no rows', async () => {
  const migration: Migration = {
    async up(db) {
      const { rows } = await sql<{ id: string }>`select id from accounts where email_key is null`.execute(db)
      for (const { id } of rows) await sql`update accounts set email_key = email where id = ${id}`.execute(db)
    },
  }
  assert.equal(judge(await statementsOf(migration)).expandOnly, false)
})

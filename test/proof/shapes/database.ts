import { readdirSync, readFileSync } from 'node:fs'
import { eventually } from '../../support/given.ts'
import type { Installation } from './shapes.ts'

/** Returns whether every instance reports that it is ready. */
export async function areReady({ addresses }: Installation): Promise<boolean> {
  const green = await Promise.all(
    addresses.map((address) =>
      fetch(`${address}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return green.every(Boolean)
}

/**
 * Returns the milliseconds until every instance is ready. `isOver` returns true when the fault in the database has
 * taken effect.
 */
export async function readyAgain(installation: Installation, isOver: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  await eventually('the database to be back', async () => (await isOver()) && areReady(installation), 120_000)
  return performance.now() - began
}

/**
 * Kills PostgreSQL's first process, or one that serves the product, or stops it as `pg_ctl stop -m immediate` does.
 * Returns the milliseconds until every instance is ready again.
 */
export async function killedDatabase(
  installation: Installation,
  which: 'first process' | 'worker' | 'immediate',
): Promise<number> {
  const { sql, postmaster } = installation
  const startedAt = async () => {
    const [row] = await sql<{ at: string }>(
      `select max(backend_start)::text as at from pg_stat_activity where backend_type = 'checkpointer'`,
    )
    return row?.at
  }
  const before = await startedAt()
  const [worker] = await sql<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'tillhouse' order by state_change desc limit 1`,
  )
  if (which === 'immediate') process.kill(postmaster(), 'SIGQUIT')
  else process.kill(which === 'worker' && worker ? worker.pid : postmaster(), 'SIGKILL')
  return readyAgain(installation, () =>
    startedAt().then(
      (at) => at !== before,
      () => false,
    ),
  )
}

/** Returns PostgreSQL's first process and all processes that it has started. */
export function processesOf(postmaster: number): number[] {
  const parentOf = (pid: number) => {
    try {
      return Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')[1],
      )
    } catch {
      return 0
    }
  }
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return [postmaster, ...all.map(Number).filter((pid) => parentOf(pid) === postmaster)]
}

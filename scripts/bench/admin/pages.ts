import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchResult } from '../bench-result.ts'
import { measureWithLighthouse } from '../lighthouse.ts'
import { openAdminWorld } from './world.ts'

/** Measures the account page, the users list and a person's page with this many fictional subscribers. */
export async function measureAdminPages(subscribers: number): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-admin-'))
  const world = await openAdminWorld(folder, subscribers)
  try {
    const { rows } = await world.pool.query<{ id: string }>(
      `select subscriber_id as id from subscriptions group by subscriber_id order by count(*) desc, id limit 1`,
    )
    const paths = ['/account', '/administration/users', `/administration/users/${rows[0]?.id}`]
    return await measureWithLighthouse(world.product.url, paths, world.headers)
  } finally {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

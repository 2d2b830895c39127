import type { FastifyInstance } from 'fastify'
import { pendingMigrations } from '../database/migrate.ts'
import type { AppContext } from '../context.ts'
import type { Licence } from '../../licence/licence.ts'
import { openConnect, type OpenedConnect } from './connect.ts'
import { createContext } from './app-context.ts'
import { backupAge } from './backups.ts'
import { allMigrations } from './migrations.ts'
import type { OpenedParts } from './open.ts'
import { machineTime } from './process/clock.ts'
import { openLicence } from './licence.ts'
import { takesWrites } from './process/readiness.ts'
import { buildShopApp } from './routes/routes-registry.ts'
import type { Tables } from '../store/tables.ts'

/** /readyz reports ready only while `serving`. */
export type Phase = { now: 'starting' | 'serving' | 'stopping' }

export type Composition = {
  context: AppContext
  licence: Licence<Tables>
  connect: OpenedConnect
  app: FastifyInstance
  phase: Phase
}

/** Composes the context and the HTTP server from the opened parts. Nothing listens yet. */
export async function compose(parts: OpenedParts): Promise<Composition> {
  const { config, pages, database, db, now, mail, payment, receiver } = parts
  const { backupDir } = config
  const context = createContext(parts)
  const licence = await openLicence(config, context, parts.secrets)
  const connect = openConnect(config, context)
  const phase: Phase = { now: 'starting' }
  const isWritable = () => takesWrites(db, database.writes, now())
  const app = await buildShopApp({
    ...parts,
    context,
    licence,
    connect,
    files: pages.files,
    mounted: [...pages.mounted, ...mail.mounted, ...payment.mounted, ...receiver],
    backupAge: backupDir === null ? null : () => backupAge(backupDir, machineTime()),
    waitsForDatabase: database.isCrowded,
    isWritable,
    ready: async () =>
      phase.now === 'serving' &&
      (await isWritable()) &&
      (await pendingMigrations(db, allMigrations).catch(() => ['?'])).length === 0,
  })
  return { context, licence, connect, app, phase }
}

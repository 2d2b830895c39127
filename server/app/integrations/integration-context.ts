import type { PageTemplate } from '../../../sandbox/page-template.ts'
import type { Metrics } from '../../metrics.ts'
import type { Shutdown } from '../process/shutdown.ts'
import type { Signals } from '../process/signals.ts'
import type { Config } from '../config/config.ts'

/** The context in which integrations are opened; each one adds what must be closed to `shutdown`. */
export type IntegrationContext = {
  config: Config
  now: () => Date
  pageTemplate: PageTemplate
  metrics: Metrics
  shutdown: Pick<Shutdown, 'add'>
  log: Log
  signals: Signals
}

export type Log = Record<'warn' | 'info', (entry: object, message: string) => void>

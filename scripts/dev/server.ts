import { run } from '../../server/app/main.ts'
import { developmentPages } from './pages.ts'

/**
 * The process that dev.ts restarts: the server from its sources, with the pages of the Vite server at the given
 * address.
 */
await run(developmentPages(process.argv[2] ?? ''))

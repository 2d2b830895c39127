// Plain JavaScript on purpose: TypeScript here would load the very stripper that this saves.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/**
 * Loaded before anything else (`--import`): keeps what Node makes of the sources, so that the next start need not strip
 * and compile them again: a fifth of the start's work. Where the folder cannot be written nothing is kept.
 */
enableCompileCache(fileURLToPath(new URL('../../../dist/compile-cache', import.meta.url)))

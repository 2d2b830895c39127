import { identityMigrations } from '../../identity/database/migrations.ts'
import { migrations } from '../store/migrations.ts'

/** The migrations of the whole product, those of the built-in identity provider included. */
export const allMigrations = { ...migrations, ...identityMigrations }

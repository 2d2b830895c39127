import { auditActionsPage } from './audit-actions.ts'
import { commandsPage } from './commands.ts'
import { configurationPage, environmentExample } from './configuration.ts'
import { emailsPage } from './emails.ts'
import { errorsPage } from './errors.ts'
import { brandPage, brandSchema, cataloguePage, catalogueSchema } from './file-schemas.ts'
import { licenceVectorsText, vectorFile } from './licence-vectors.ts'
import { limitsPage } from './limits.ts'
import { mapFile, specificationMap } from './specification-map.ts'

/** A file that is generated from the code. `path` is relative to the root. */
export type GeneratedPage = { path: string; text: () => string }

/** `npm run docs` writes these files, and `npm run check` fails if one of them differs. */
export const generatedPages: readonly GeneratedPage[] = [
  { path: 'docs/reference/configuration.md', text: configurationPage },
  { path: 'docs/reference/cli.md', text: commandsPage },
  { path: 'docs/reference/emails.md', text: emailsPage },
  { path: 'docs/reference/errors.md', text: errorsPage },
  { path: 'docs/reference/audit-actions.md', text: auditActionsPage },
  { path: 'docs/reference/limits.md', text: limitsPage },
  { path: 'docs/reference/catalogue-file.md', text: cataloguePage },
  { path: 'docs/reference/brand-file.md', text: brandPage },
  { path: vectorFile, text: licenceVectorsText },
  { path: mapFile, text: specificationMap },
  { path: 'brand/catalogue.schema.json', text: catalogueSchema },
  { path: 'brand/brand.schema.json', text: brandSchema },
  { path: '.env.example', text: environmentExample },
]

import { writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown, type Plugin, type RolldownOutput } from 'rolldown'
import { root } from '../run.ts'

/** What `npm start` and the operator's commands run. */
const entries = {
  main: 'server/app/main.ts',
  administrators: 'server/app/cli/admins.ts',
  doctor: 'server/app/cli/doctor.ts',
  'stripe-check': 'server/app/cli/stripe-check.ts',
  'upgrade-check': 'server/app/cli/upgrade-check.ts',
  figures: 'server/app/cli/figures.ts',
  licence: 'server/app/cli/licence.ts',
  backup: 'server/app/cli/backup.ts',
  restore: 'server/app/cli/restore.ts',
  'move-database': 'server/app/cli/move-database.ts',
  texts: 'server/app/cli/texts.ts',
}

/** Ends an entry with a message on a Node without `import.meta.main`, by which the entries recognise that they are run. */
const versionCheck =
  'if (import.meta.main === undefined) { console.error("Tillhouse requires Node 24.2 or later, but this is Node " + process.versions.node + "."); process.exit(1) }'

/** Packages that are not bundled, because they are compiled for each system. */
export const external = ['@node-rs/argon2']

/**
 * Bundles the server, its commands and its threads into minified modules in `folder`, two levels below the root, with
 * source maps beside them and the names of the packages inside in packages.json.
 *
 * - Names are kept: oidc-provider decides by the names of classes.
 * - ASCII: V8 keeps a source at two bytes a character as soon as one of them is not Latin-1.
 */
export async function buildServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    input: entries,
    platform: 'node',
    // `debug` uses a tool's supports-color if it finds it.
    external: [...external, 'supports-color'],
    plugins: [asInTheSources()],
    checks: { eval: false },
  })
  const output = await bundle.write({
    dir: folder,
    format: 'esm',
    banner: ({ name }) => (name in entries ? versionCheck : ''),
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    keepNames: true,
    minify: true,
    charset: 'ascii',
    sourcemap: true,
    sourcemapExcludeSources: true,
    comments: { annotation: false, jsdoc: false },
  })
  await bundle.close()
  await writeFile(join(folder, 'packages.json'), `${JSON.stringify(packagesIn(output), null, 2)}\n`)
}

const thread = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g

/**
 * Keeps the folder of a module that of its source, if it has files beside it, and makes each thread a separate bundle.
 */
function asInTheSources(): Plugin {
  return {
    name: 'as-in-the-sources',
    transform: {
      filter: { id: /^(?!.*node_modules).*\.ts$/, code: /import\.meta\.(dirname|url)/ },
      handler(code, id) {
        const folder = relative(root, dirname(id)).split(sep).join('/')
        const there = code
          .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/../../${folder}`)})`)
          .replaceAll(thread, (_, name: string) => {
            this.emitFile({ type: 'chunk', id: join(dirname(id), `${name}.ts`), fileName: `${name}.js` })
            return `new URL('./${name}.js', import.meta.url)`
          })
        // No line moves, so that stack traces stay correct.
        return { code: there, map: null }
      },
    },
  }
}

function packagesIn({ output }: RolldownOutput): string[] {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
  const names = modules.flatMap(([id, { renderedLength }]) =>
    renderedLength > 0 ? (/.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)/.exec(id)?.[1] ?? []) : [],
  )
  return [...new Set(names.map((name) => name.replaceAll('\\', '/')))].toSorted()
}

if (import.meta.main) await buildServer(join(root, 'dist/server'))

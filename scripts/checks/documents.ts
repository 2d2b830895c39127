import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { slugOf } from '../build/handbook.ts'
import { generatedPages, type GeneratedPage } from '../docs/pages.ts'
import { root } from '../run.ts'

/** Names each generated file that differs from what `npm run docs` would write. */
export function checkGenerated(base: string = root, pages: readonly GeneratedPage[] = generatedPages): string[] {
  return pages
    .filter(({ path, text }) => !existsSync(join(base, path)) || readFileSync(join(base, path), 'utf8') !== text())
    .map(({ path }) => `${path}: differs from the code. Run npm run docs`)
}

/** Reports each link between the documents, or to a file of the project, with a missing file or heading. */
export function checkLinks(base: string = root): string[] {
  const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'sandbox/*.md'], { cwd: base })
  return pages.flatMap((page) => {
    const text = withoutCode(readFileSync(join(base, page), 'utf8'))
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
      const fault = linkFault(base, page, target)
      return fault === null ? [] : [`${page}: ${fault}`]
    })
  })
}

const runbook = 'docs/how-to/runbook.md'

/**
 * Reports each alert without an entry in the runbook, each entry without an alert, and each metric missing from its
 * page.
 */
export function checkOperation(base: string = root): string[] {
  const read = (path: string) => readFileSync(join(base, path), 'utf8')
  const found = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, name = '']) => name)
  const alerts = new Set(found('deploy/alerts.yaml', /^ +- alert: (\w+)$/gm))
  const entries = new Set(found(runbook, /^## (\w+)$/gm))
  const metrics = [
    ...found('server/metrics.ts', /'([a-z_]+_(?:seconds|total))'/g),
    ...found('server/routes/metrics-text.ts', /# TYPE (\w+)/g),
  ]
  const page = read('docs/reference/metrics-and-logs.md')
  return [
    ...[...alerts].filter((name) => !entries.has(name)).map((name) => `${runbook}: the alert ${name} has no entry`),
    ...[...entries].filter((name) => !alerts.has(name)).map((name) => `${runbook}: there is no alert ${name}`),
    ...metrics
      .filter((name) => !page.includes(name))
      .map((name) => `docs/reference/metrics-and-logs.md: ${name} is missing`),
  ]
}

function linkFault(base: string, page: string, target: string): string | null {
  if (/^[a-z]+:/.test(target)) return null
  const [path = '', heading] = target.split('#')
  const file = path === '' ? join(base, page) : join(base, dirname(page), decodeURI(path))
  if (!existsSync(file)) return `${target} does not exist`
  if (heading === undefined || statSync(file).isDirectory()) return null
  return anchorsOf(readFileSync(file, 'utf8')).has(heading) ? null : `${target} names no heading`
}

/** Returns the anchors of a page, as GitHub makes them: of its headings, and those that it sets itself. */
function anchorsOf(text: string): Set<string> {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    slugOf(heading.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')),
  )
  const ids = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  return new Set([...headings, ...ids])
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '')
}

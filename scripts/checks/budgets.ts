import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { languages, type Language } from '../../domain/language.ts'
import type { ScreenSources } from '../../server/pages/built-pages.ts'
import { buildIfOutdated } from '../build/fresh.ts'
import { root, type Outcome } from '../run.ts'

/** Kilobytes (1,000 bytes) of JavaScript as sent in brotli. */
const budget = { publicPage: 100, adminPage: 70 }
/**
 * The goal for the whole admin area, in the same unit. It is loaded page by page, so more is reported and not a
 * failure.
 */
const adminGoal = 125

/** What each page of the shop loads immediately, by visitor (web/app/screens.tsx). */
const togetherOf = (screens: ScreenSources): string[][] =>
  Object.values(screens)
    .filter(({ anonymous }) => anonymous.every((source) => !source.startsWith('web/admin/')))
    .flatMap(({ anonymous, signedIn, sometimes }) => [
      anonymous,
      signedIn,
      ...sometimes.map((source) => [...signedIn, source]),
    ])

type Chunk = { file: string; src?: string; isDynamicEntry?: boolean; imports?: string[] }
type Manifest = Record<string, Chunk>

const client = join(root, 'dist', 'client')

/**
 * Measures the initial JavaScript of the heaviest public page (the entry and what `together` or a part of the shop
 * adds, each with its static imports), and what the heaviest admin page adds to the entry. Parts loaded with an act, or
 * once the browser is idle, count separately.
 */
export async function bundleBudget(): Promise<Outcome & { note?: string }> {
  await buildIfOutdated()
  const renderer = pathToFileURL(join(root, 'dist/ssr/entry.en.js')).href
  const together = togetherOf(((await import(renderer)) as { screenSources: ScreenSources }).screenSources)
  const weights = await Promise.all(languages.map((language) => weighLanguage(language, together)))
  const publicPage = Math.max(...weights.map((weight) => weight.publicPage))
  const adminPage = Math.max(...weights.map((weight) => weight.adminPage))
  const admin = Math.max(...weights.map((weight) => weight.admin))
  const ok = publicPage <= budget.publicPage && adminPage <= budget.adminPage
  const note = `public page ${publicPage.toFixed(1)} of ${budget.publicPage} kB, admin page ${adminPage.toFixed(1)} of ${budget.adminPage} kB, all of them ${admin.toFixed(1)} kB (goal ${adminGoal}; brotli, the heaviest language)`
  return { ok, output: ok ? '' : 'The JavaScript exceeds its budget (scripts/checks/budgets.ts).', note }
}

async function weighLanguage(
  language: Language,
  together: readonly string[][],
): Promise<{ publicPage: number; adminPage: number; admin: number }> {
  const manifest = JSON.parse(await readFile(join(client, `.vite/manifest.${language}.json`), 'utf8')) as Manifest
  const entry = closure(manifest, ['web/app/client.tsx'])
  const screens = Object.entries(manifest).filter(
    ([key, chunk]) => chunk.isDynamicEntry === true && key.startsWith('web/'),
  )
  const keys = screens.map(([key]) => key)
  const [admin, shop] = [
    keys.filter((key) => key.startsWith('web/admin/')),
    keys.filter((key) => !key.startsWith('web/admin/')),
  ]
  const pages = await Promise.all(
    [[], ...shop.map((key) => [key]), ...together].map((more) =>
      weigh(new Set([...entry, ...closure(manifest, more)])),
    ),
  )
  const adminPages = await Promise.all(admin.map((key) => weigh(closure(manifest, [key]).difference(entry))))
  return {
    publicPage: Math.max(...pages),
    adminPage: Math.max(...adminPages),
    admin: await weigh(closure(manifest, admin).difference(entry)),
  }
}

function closure(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The manifest has no ${key}.`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return files
}

async function weigh(files: Set<string>): Promise<number> {
  const scripts = [...files].filter((file) => file.endsWith('.js'))
  const sizes = await Promise.all(scripts.map(async (file) => (await stat(join(client, `${file}.br`))).size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

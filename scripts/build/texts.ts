import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, type Plugin } from 'vite'
import type { ProductLanguage } from '../../domain/language.ts'
import type { Text, TextCatalogue, TextPart } from '../../i18n/check-texts.ts'
import { isPlain, keyOfExport } from '../../i18n/vendor-texts.ts'
import { root } from '../run.ts'

/**
 * Passes what the files of a language export through the page's `vendorTexts`, where there is one: a shop with texts of its own
 * (BRAND_TEXTS) sets it before the first of these files runs. The annotation keeps exports that nothing uses out of the build.
 * @internal
 */
export function vendorTexts(): Plugin {
  return {
    name: 'vendor-texts',
    enforce: 'pre',
    resolveId: { filter: { id: /^virtual:vendor-texts/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:vendor-texts/ },
      handler(id) {
        if (!id.endsWith('/admin')) return code.all
        return (this.environment.name === 'client' ? code.admin : '') + code.from
      },
    },
    transform: {
      filter: { id: /\/i18n\/[a-z]{2}\/(?!(.*\/)?(moments|choices)\.ts).+\.ts$/ },
      handler: (code, id) => ({ code: wrapExports(code, id), map: null }),
    },
  }
}

const code = {
  all: 'export const reword = (key, words) => globalThis.vendorTexts?.(key, words) ?? words',
  // The texts of the admin area are in a separate file, which no other page loads.
  admin: 'const { admin } = globalThis.vendorTexts ?? {}\nif (admin) await import(/* @vite-ignore */ admin)\n',
  from: `export { reword } from 'virtual:vendor-texts'`,
}

const adminFolder = /^admin\/|\/i18n\/[a-z]{2}\/admin\//

function wrapExports(code: string, file: string): string {
  const exported = parseSync(file, code).program.body.flatMap((node) =>
    node.type === 'ExportNamedDeclaration' && node.declaration?.type === 'VariableDeclaration'
      ? node.declaration.declarations
      : [],
  )
  const wrapped = exported.toReversed().reduce((text, { id, init }) => {
    if (id.type !== 'Identifier' || !init) return text
    const key = JSON.stringify(keyOfExport(id.name))
    return `${text.slice(0, init.start)}/* @__PURE__ */ reword(${key}, ${text.slice(init.start, init.end)})${text.slice(init.end)}`
  }, code)
  const part = adminFolder.test(file) ? '/admin' : ''
  return exported.length > 0 ? `${wrapped}\nimport { reword } from 'virtual:vendor-texts${part}'\n` : code
}

/**
 * Returns the texts of a language that a vendor can replace, by key. Reads the sources, because only they contain the
 * names of the values.
 */
export async function readTexts(language: ProductLanguage): Promise<TextCatalogue> {
  const files = (await readdir(join(root, 'i18n/en'), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !/(^|\/)(locale|moments|choices|server-words)\.ts$/.test(file),
  )
  const found = await Promise.all(
    files.toSorted().map(async (file) => {
      const [english, words] = await Promise.all([load('en', file), load(language, file)])
      return Object.keys(english).flatMap((name) =>
        /^function\b/.test(String(english[name]))
          ? []
          : textsIn(keyOfExport(name), english[name], words[name], []).map(([key, text]): [string, Text] => [
              key,
              { ...text, ...partOf(file) },
            ]),
      )
    }),
  )
  return Object.fromEntries(found.flat())
}

function partOf(file: string): { part?: TextPart } {
  if (adminFolder.test(file)) return { part: 'admin' }
  return /^(mails\/.*|identity|licence|overloaded|refused-download)/.test(file) ? { part: 'server' } : {}
}

const load = (language: ProductLanguage, file: string) =>
  import(join(root, 'i18n', language, file)) as Promise<Record<string, unknown>>

function textsIn(key: string, english: unknown, words: unknown, values: string[]): [string, Text][] {
  if (typeof words === 'string') return [[key, { text: words, values }]]
  if (typeof words === 'function' && typeof english === 'function') {
    const names = namesOfValues(english as Say)
    if (names === undefined) return []
    const say = (given: unknown[]) =>
      textsIn(key, (english as Say)(...given), (words as Say)(...given), [...values, ...names])
    const found = say(names.map(marked))
    const chosenBy = new Map(
      names.flatMap((name, place) => textsChosenBy(name, place, names, found, say, words as Say)),
    )
    return found.map(([path, text]) => {
      const variesBy = text.variesBy ?? chosenBy.get(path)
      return [path, variesBy === undefined ? text : { ...text, variesBy }]
    })
  }
  if (!isPlain(words) || !isPlain(english)) return []
  return Object.keys(words).flatMap((name) => textsIn(`${key}.${name}`, english[name], words[name], values))
}

type Say = (...values: unknown[]) => unknown

const marked = (name: string) => `{${name}}`

/** Finds the texts, by path, whose sentence depends on the value. Tries null, booleans, compared strings and the other values. */
function textsChosenBy(
  name: string,
  place: number,
  names: readonly string[],
  found: readonly [string, Text][],
  say: (given: unknown[]) => [string, Text][],
  words: Say,
): [string, string][] {
  const compared = [...String(words).matchAll(/[!=]== ?'([^']*)'/g)].map(([, text]) => text)
  const others = names.filter((other) => other !== name).map(marked)
  return [null, false, true, ...compared, ...others].flatMap((value) => {
    const given = names.map((each, index) => (index === place ? value : marked(each)))
    const said = new Map(answered(() => say(given)))
    return found.flatMap(([path, { text }]): [string, string][] => {
      const other = said.get(path)?.text
      return other === undefined || other === text.replaceAll(marked(name), String(value)) ? [] : [[path, name]]
    })
  })
}

/** Returns the sentence; nothing if the words do not accept the value that was tried. */
function answered(say: () => [string, Text][]): [string, Text][] {
  try {
    return say()
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return []
    throw error
  }
}

/**
 * Returns the names of a function's values, if a text can represent all of them; otherwise the text stays in the code.
 */
function namesOfValues(say: Say): string[] | undefined {
  const [, inside] = /^\(([^()]*)\) =>/.exec(String(say)) ?? []
  if (inside === undefined || /[{[]/.test(inside)) return undefined
  const names = inside
    .split(',')
    .map((name) => name.replace(/=.*/s, '').trim().replace(/^_/, ''))
    .filter(Boolean)
  try {
    const said = say(...names.map(marked))
    return /undefined|NaN|Invalid/.test(typeof said === 'string' ? said : '') ? undefined : names
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return undefined
    throw error
  }
}

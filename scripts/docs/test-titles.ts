import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** The title of a test or of a group of tests. An ellipsis replaces the variables of a template. */
export type TestTitle = { file: string; title: string; statements: string[] }

const numbers = / \[(\d+\.\d+(?:, \d+\.\d+)*)\]$/

/** All titles that end with numbers of statements, such as "answers 404 [3.2, 7.10]", without these numbers. */
export function numberedTitles(base: string): TestTitle[] {
  return globSync('**/*.test.ts', { cwd: base, exclude: ['node_modules', 'dist', 'data', 'test-results'] })
    .toSorted()
    .flatMap((file) =>
      titlesOf(file, readFileSync(join(base, file), 'utf8')).flatMap((text) => {
        const [suffix = '', list] = numbers.exec(text) ?? []
        return list === undefined ? [] : [{ file, title: text.slice(0, -suffix.length), statements: list.split(', ') }]
      }),
    )
}

/** The titles of a file's tests and groups, in their order, without those that are skipped. */
export function titlesOf(file: string, source: string): string[] {
  const titles: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (callee.type !== 'Identifier' || !['test', 'it', 'describe'].includes(callee.name)) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(title.quasis.map(({ value }) => value.cooked).join('…'))
    },
  }).visit(parseSync(file, source).program)
  return titles
}

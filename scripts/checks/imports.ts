import { parseSync, Visitor } from 'vite'

export type Import = { specifier: string; line: number; typeOnly: boolean }

/** Every module a source text names: imports, re-exports, `import()` of a literal, and `import()` in a type. */
export function importsOf(file: string, source: string): Import[] {
  const { program, errors } = parseSync(file, source)
  const problem = errors[0]
  if (problem !== undefined) throw new Error(`${file}: ${problem.message}`)
  const found: Import[] = []
  const add = (specifier: unknown, start: number, typeOnly: boolean): void => {
    if (typeof specifier !== 'string') return
    found.push({ specifier, line: source.slice(0, start).split('\n').length, typeOnly })
  }
  new Visitor({
    ImportDeclaration(node) {
      const names = node.specifiers
      const allTypes = names.length > 0 && names.every((name) => 'importKind' in name && name.importKind === 'type')
      add(node.source.value, node.start, node.importKind === 'type' || allTypes)
    },
    ExportNamedDeclaration(node) {
      add(node.source?.value, node.start, node.exportKind === 'type')
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.start, node.exportKind === 'type')
    },
    ImportExpression(node) {
      add(node.source.type === 'Literal' ? node.source.value : undefined, node.start, false)
    },
    TSImportType(node) {
      add(node.source.value, node.start, true)
    },
  }).visit(program)
  return found
}

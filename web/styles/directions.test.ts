import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'vitest'

const physical =
  /^(?:(?:margin|padding|border|inset)-(?:left|right)(?:-\w+)?|left|right|float|clear|border-(?:top|bottom)-(?:left|right)-radius)$/
const sided = /^(?:margin|padding|inset|border-width|border-color|border-style)$/

const allowed = new Map([
  [
    'overlays/popover.css: left: var(--at-left, auto)',
    'measured from the window’s edge by ui/place.ts, which knows the direction',
  ],
  ['overlays/popover.css: right: var(--at-right, 1rem)', 'as above'],
  [
    'controls/checkbox.css: border-width: 0 2px 2px 0',
    'two sides of a turned square make the tick, which is the same in every script',
  ],
])

/** Returns the parts of a declaration at the top level: 'a (b c) d' gives ['a', '(b c)', 'd']. */
function parts(value: string): string[] {
  return value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
}

function declarations(css: string): [property: string, value: string][] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  return [...plain.matchAll(/(?:^|[;{])\s*([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map(([, name = '', value = '']) => [
    name,
    value.trim().replaceAll(/\s+/g, ' '),
  ])
}

function oneSided([property, value]: [string, string]): boolean {
  if (physical.test(property)) return true
  if (property === 'text-align') return value === 'left' || value === 'right'
  if (property === 'transform') return /translateX|translate3d|translate\([^,)]*[1-9]/.test(value)
  const sides = sided.test(property) ? parts(value) : []
  return sides.length === 4 && sides[1] !== sides[3]
}

test('the stylesheets use start and end, not left and right', () => {
  const folder = new URL('./', import.meta.url)
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      declarations(readFileSync(new URL(file, folder), 'utf8'))
        .filter(oneSided)
        .map(([property, value]) => `${file}: ${property}: ${value}`),
    )
  assert.deepEqual(
    found.filter((declaration) => !allowed.has(declaration)),
    [],
  )
  assert.deepEqual(
    [...allowed.keys()].filter((declaration) => !found.includes(declaration)),
    [],
    'allowed, and no longer there',
  )
})

test('one-sided properties are distinguished from symmetric ones', () => {
  for (const declaration of [
    'margin-left: 1px',
    'text-align: right',
    'padding: 0 1px 0 calc(2px + (1px * 2))',
    'left: 0',
  ])
    assert.ok(declarations(`a { color: red; ${declaration}; }`).some(oneSided), declaration)
  for (const declaration of ['margin-inline: 1px', 'text-align: start', 'padding: 0 1px 2px', 'inset: auto 0 0 0'])
    assert.ok(!declarations(`a { ${declaration}; }`).some(oneSided), declaration)
})

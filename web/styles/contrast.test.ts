import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { contrast, tokenColour, type BrandNumbers, type Scheme } from '../../test/support/contrast.ts'

const css = readFileSync(new URL('./base/tokens.css', import.meta.url), 'utf8')

const surfaces = ['page', 'surface', 'surface-sunken', 'surface-raised', 'surface-hover']
const texts = ['text', 'text-soft', 'text-faint', 'accent-text', 'accent-text-hover']
const tones = ['green', 'amber', 'red', 'grey']

const readable: [string, string][] = [
  ...surfaces.flatMap((surface) => texts.map((text): [string, string] => [text, surface])),
  ...['surface', 'surface-raised', 'page', 'surface-hover'].flatMap((surface) =>
    tones.map((tone): [string, string] => [tone, surface]),
  ),
  ...tones.map((tone): [string, string] => [tone, `${tone}-soft`]),
  ...tones.map((tone): [string, string] => ['text', `${tone}-soft`]),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-pressed'],
  ['on-red', 'red-fill'],
  ['on-red', 'red-fill-hover'],
  ['accent-text', 'accent-soft'],
  ['text', 'accent-soft'],
  ['text-soft', 'accent-soft'],
]

const visible: [string, string][] = [
  ...['border-hover', 'focus'].flatMap((line) => surfaces.map((surface): [string, string] => [line, surface])),
  // A control in its normal state is only on these three backgrounds.
  ...['page', 'surface', 'surface-raised'].map((surface): [string, string] => ['border-strong', surface]),
  ...['accent', 'accent-hover', 'red-fill', 'red-fill-hover'].flatMap((fill) =>
    ['page', 'surface', 'surface-raised'].map((surface): [string, string] => [fill, surface]),
  ),
  ...['series-1', 'series-2', 'series-3'].map((series): [string, string] => [series, 'surface']),
]

const brands: BrandNumbers[] = [
  {},
  ...[0, 27, 60, 90, 110, 130, 150, 180, 230, 265, 300, 330].flatMap((hue) =>
    [0.02, 0.1, 0.17, 0.24].flatMap((chroma) =>
      [0.2, 0.44, 0.9].map((lightness) => ({
        'accent-h': hue,
        'accent-c': chroma,
        'accent-l': lightness,
        'neutral-h': 360 - hue,
      })),
    ),
  ),
]

for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
  for (const [least, pairs, what] of [
    [4.5, readable, 'text'],
    [3, visible, 'controls'],
  ] as const) {
    test(`${what} in ${scheme} keeps a contrast of ${least} with every accent a brand can choose`, () => {
      const failures = brands.flatMap((brand) =>
        pairs.flatMap(([front, back]) => {
          const ratio = contrast(tokenColour(css, front, scheme, brand), tokenColour(css, back, scheme, brand))
          return ratio < least ? [`${ratio.toFixed(2)} --${front} on --${back} ${JSON.stringify(brand)}`] : []
        }),
      )
      assert.deepEqual(failures.slice(0, 12), [], `${failures.length} pairs fail`)
    })
  }
}

test('black on white has a contrast of 21, and a colour on itself 1', () => {
  assert.equal(Math.round(contrast([0, 0, 0], [1, 0, 0])), 21)
  assert.equal(contrast([0.5, 0.1, 30], [0.5, 0.1, 30]), 1)
})

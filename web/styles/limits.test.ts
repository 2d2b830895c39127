import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { fieldLimits, interfaceLimits } from '../../domain/limits.ts'

const style = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

test('the interface limits equal the specification’s numbers [9.4]', () => {
  const { passwordLength: _, passwordLengthMin: __, searchLength: ___, ...fields } = fieldLimits
  assert.deepEqual(fields, {
    emailLength: 256,
    emailLocalLength: 65,
    nameLength: 100,
    commentLength: 251,
    phoneDigitsMin: 5,
    phoneDigitsMax: 13,
  })
  const { toastShown: ____, ...seen } = interfaceLimits
  assert.deepEqual(seen, {
    searchDebounce: 300,
    loaderDelay: 400,
    pickerTypeAheadReset: 500,
    toastHide: 500,
    clientDetectionAttempts: 5,
    clientDetectionInterval: 2000,
    emailShown: 40,
    emailShownNarrow: 25,
    narrowBelow: 768,
    adminNameShown: 13,
    columnWidthMin: 50,
    historyHeightMax: 300,
    dialogWidth: 576,
    tooltipWidthMax: 352,
    skeletonRows: 10,
    prerenderDepth: 20,
  })
})

test('the stylesheets contain the limits that apply to them [9.6, 9.12, 9.14]', () => {
  const { loaderDelay, toastHide, historyHeightMax, dialogWidth, tooltipWidthMax } = interfaceLimits
  for (const [file, rule] of [
    ['base/tokens.css', `--loader-delay: ${loaderDelay}ms;`],
    ['base/tokens.css', `--toast-hide: ${toastHide}ms;`],
    ['admin/history.css', `max-block-size: ${historyHeightMax}px;`],
    ['overlays/dialog.css', `inline-size: min(${dialogWidth}px, `],
    ['overlays/popover.css', `max-inline-size: min(${tooltipWidthMax}px, `],
  ] as const)
    assert.ok(style(file).includes(rule), `${file}: ${rule}`)
})

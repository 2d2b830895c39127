import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'vitest'
import { readBrand } from '../operator-files.ts'
import { brandStyles, favicon } from './brand.ts'

it('the brand’s colours have an address that changes with them', async () => {
  const brand = await readBrand(join(import.meta.dirname, '../../brand/brand.json'))
  const other = brandStyles({ ...brand, accentHue: brand.accentHue + 1 })
  assert.notEqual(brandStyles(brand).address, other.address)
  assert.match(other.css, /--accent-h:266/)
  assert.match(favicon({ ...brand, name: '<Ümlaut>' }), />m</)
})

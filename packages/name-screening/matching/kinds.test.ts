import assert from 'node:assert/strict'
import { describe, it } from 'vitest'
import type { EntryKind } from '../list.ts'
import { kindOf } from './kinds.ts'

const kindOfNames = (kind: EntryKind, ...names: string[]) =>
  kindOf({ kind, names: names.map((name) => ({ name, quality: 'primary' })) })

describe('an entry of unknown kind', () => {
  it('is read as a company if one of its names has a business word or a company form', () => {
    for (const name of [
      'VARNA OSTROV TRADING COMPANY',
      'Varna Ostrov, Ltd.',
      'VARNA OSTROV S.A.',
      'OOO VARNA',
      'JSC VARNA OSTROV',
      'Varna Ostrov Airlines',
      'GREEN RIVER HOLDINGS',
    ])
      assert.equal(kindOfNames('other', name), 'company', name)
    assert.equal(kindOfNames('other', 'VARNA OSTROV', 'VARNA OSTROV SHIPPING LINES'), 'company')
  })

  it('is read as a person otherwise', () => {
    for (const name of [
      'ZARQUON, Ivor Lorne',
      'ZARQUON, Ivor, Jr.',
      'SUN, Aurelia',
      'Ivor L. Zarquon',
      'IVOR GOLD',
      'IVOR SUN AURELIA SUN',
      'EARL IVOR ZARQUON',
      'IVOR ZARQUON IV',
      'AG ZARQUON, Ivor',
    ])
      assert.equal(kindOfNames('other', name), 'person', name)
  })
})

describe('an entry of known kind', () => {
  it('is read as its kind; ships and aircraft as companies', () => {
    assert.equal(kindOfNames('person', 'Ivor Trading Company'), 'person')
    for (const kind of ['company', 'vessel', 'aircraft'] as const)
      assert.equal(kindOfNames(kind, 'ZARQUON, Ivor'), 'company')
  })
})

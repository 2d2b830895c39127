import type { Forms, VendorTexts } from './vendor-texts.ts'

/**
 * A text that a vendor can replace, and the names of its values in order. `variesBy` is the value that chooses between
 * several sentences: a single text cannot replace them, so a vendor cannot replace it.
 */
export type Text = { text: string; values: string[]; variesBy?: string; part?: TextPart }

/** Where a text is used: on pages of the admin area, or only by the server. Absent for other pages. */
export type TextPart = 'admin' | 'server'
export type TextCatalogue = Readonly<Record<string, Text>>

const placeholder = /\{(\w+)\}/g
const placeholdersIn = (text: string) => [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))]
const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

const categories = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/**
 * Compares the content of a vendor's file with the texts of the product. Returns the texts with numbered placeholders
 * instead of names, or one sentence for each fault.
 */
export function checkTexts(content: unknown, catalogue: TextCatalogue): { texts: VendorTexts } | { faults: string[] } {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { faults: ['must be an object of texts by key'] }
  const texts: Record<string, string | Forms> = {}
  const faults: string[] = []
  for (const [key, given] of Object.entries(content)) {
    const ours = Object.hasOwn(catalogue, key) ? catalogue[key] : undefined
    const found = ours === undefined ? ['is not the key of a text'] : faultsOf(given, ours)
    faults.push(...found.map((fault) => `"${key}" ${fault}`))
    if (ours !== undefined && found.length === 0) texts[key] = numbered(given as string | Forms, ours.values)
  }
  return faults.length > 0 ? { faults } : { texts }
}

function faultsOf(given: unknown, ours: Text): string[] {
  if (ours.variesBy !== undefined)
    return [`cannot be replaced: what it says depends on the value "${ours.variesBy}", so it is more than one sentence`]
  if (typeof given === 'string') return faultsOfText(given, ours, true)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return ['must be a text, or an object of texts by plural form']
  const forms = Object.entries(given)
  if (ours.values.length === 0) return ['has no value to count, so it must be one text']
  return [
    ...(Object.hasOwn(given, 'other') ? [] : ['lacks the plural form "other"']),
    ...forms.flatMap(([name, text]) => {
      if (!categories.has(name)) return [`has the unknown plural form "${name}": use ${[...categories].join(', ')}`]
      if (typeof text !== 'string') return [`must have a text as its plural form "${name}"`]
      return faultsOfText(text, ours, name === 'other')
    }),
  ]
}

/** A plural form for a single number can omit the number. */
function faultsOfText(text: string, ours: Text, whole: boolean): string[] {
  if (text.trim() === '' && ours.text.trim() !== '') return ['must not be empty']
  const there = placeholdersIn(text)
  const missing = placeholdersIn(ours.text).filter((name) => !there.includes(name))
  const unknown = there.filter((name) => !ours.values.includes(name))
  return [
    ...(whole && missing.length > 0 ? [`lacks the placeholder ${braced(missing)}`] : []),
    ...(unknown.length > 0
      ? [`has the unknown placeholder ${braced(unknown)}: it can have ${braced(ours.values) || 'none'}`]
      : []),
  ]
}

function numbered(given: string | Forms, values: readonly string[]): string | Forms {
  const place = (text: string) => text.replaceAll(placeholder, (_, name: string) => `{${values.indexOf(name)}}`)
  if (typeof given === 'string') return place(given)
  return Object.fromEntries(Object.entries(given).map(([form, text]) => [form, place(text)])) as Forms
}

import { unreadable } from './refusal.ts'

export type Form = { [name: string]: string | Form | undefined }

/** Decodes Stripe's form encoding: `a[b]=1` nests, `a[0]=1` and `a[]=1` are lists (kept as objects by their index). */
export function decodeForm(text: string): Form {
  const form: Form = Object.create(null) as Form
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [/^[^[]*/.exec(name)?.[0] ?? '', ...[...name.matchAll(/\[([^[\]]*)\]/g)].map(([, part]) => part ?? '')]
    let level = form
    for (const [depth, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(level).length) : part
      if (depth === path.length - 1) {
        level[key] = value
        break
      }
      const next = level[key]
      level = typeof next === 'object' ? next : (level[key] = Object.create(null) as Form)
    }
  }
  return form
}

export type Reader = {
  has(name: string): boolean
  /** Whether a parameter, possibly a nested object, was sent empty, which unsets it. */
  isEmpty(name: string): boolean
  /**
   * Refuses more than `max` characters: 5,000 unless a parameter has a limit of its own.
   * https://github.com/stripe/openapi (`maxLength`)
   */
  text(name: string, max?: number): string | null | undefined
  integer(name: string): number | undefined
  needed(name: string): string
  flag(name: string): boolean | undefined
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined
  /** Returns a nested object; an empty one if it is omitted. */
  inner(name: string): Reader
  items(name: string): Reader[]
  texts(name: string): string[]
  /** Returns the new metadata: keys sent empty are removed, others stay. */
  metadata(before?: Record<string, string>): Record<string, string>
}

/**
 * Reads the parameters of one request, with Stripe's messages for faults. An omitted parameter is undefined; one sent
 * empty, which unsets it, is null.
 */
export function read(form: Form, within = ''): Reader {
  const full = (name: string) => (within === '' ? name : `${within}[${name}]`)
  function text(name: string, max = 5_000): string | null | undefined {
    const value = form[name]
    if (typeof value === 'object') throw unreadable(`Invalid string: ${JSON.stringify(value)}`, full(name))
    if (value !== undefined && Array.from(value).length > max)
      throw unreadable(`Invalid string: ${value.slice(0, 12)}...; must be at most ${max} characters`, full(name))
    return value === '' ? null : value
  }
  function integer(name: string): number | undefined {
    const value = text(name)
    if (value === undefined || value === null) return undefined
    if (!/^-?\d{1,15}$/.test(value))
      throw unreadable(`Invalid integer: ${value}`, full(name), 'parameter_invalid_integer')
    return Number(value)
  }
  function nested(name: string): Form | null | undefined {
    const value = form[name]
    if (value === '') return null
    if (typeof value === 'string') throw unreadable(`Invalid object`, full(name))
    return value
  }
  return {
    has: (name: string) => form[name] !== undefined,
    isEmpty: (name: string) => form[name] === '',
    text,
    integer,
    needed(name) {
      const value = text(name)
      if (value === undefined)
        throw unreadable(`Missing required param: ${full(name)}.`, full(name), 'parameter_missing')
      if (value === null)
        throw unreadable(`You passed an empty string for '${full(name)}'.`, full(name), 'parameter_invalid_empty')
      return value
    },
    flag(name) {
      const value = text(name)
      if (value === undefined || value === null) return undefined
      if (value !== 'true' && value !== 'false') throw unreadable(`Invalid boolean: ${value}`, full(name))
      return value === 'true'
    },
    choice(name, choices) {
      const value = text(name)
      if (value === undefined || value === null) return undefined
      const found = choices.find((one) => one === value)
      if (found === undefined)
        throw unreadable(`Invalid ${full(name)}: must be one of ${choices.join(', ')}`, full(name))
      return found
    },
    inner: (name) => read(nested(name) ?? {}, full(name)),
    items(name) {
      return Object.entries(nested(name) ?? {}).map(([index, one]) =>
        read(typeof one === 'object' ? one : {}, `${full(name)}[${index}]`),
      )
    },
    texts(name) {
      return Object.values(nested(name) ?? {}).filter((one): one is string => typeof one === 'string')
    },
    metadata(before = {}) {
      const sent = nested('metadata')
      if (sent === null) return {}
      for (const [key, value] of Object.entries(sent ?? {})) refuseLong(key, value)
      const merged = { ...before, ...sent }
      return Object.fromEntries(
        Object.entries(merged).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
        ),
      )
    },
  }
}

/**
 * Refuses metadata beyond the limits of https://docs.stripe.com/metadata, with the messages of
 * https://github.com/stripe/stripe-php/issues/246.
 */
function refuseLong(key: string, value: string | Form | undefined): void {
  if (Array.from(key).length > 40)
    throw unreadable(`Invalid key: ${key} must be a string under 40 characters`, 'metadata')
  if (typeof value === 'string' && Array.from(value).length > 500)
    throw unreadable(`Invalid val: ${value} must be a string under 500 characters`, 'metadata')
}

import type { FieldName, Values } from '../../domain/registration/registration.ts'

const prefix = 'form '

/** What was typed, and in which language: an agreement is given to the words one reads. */
type Kept = { language: string; values: Values }

/** Keeps what is typed into a form for as long as the tab is open, so that Back, a reload, signing in and paying lose nothing. */
export function keepValues(form: string, values: Values): void {
  const kept: Kept = { language: document.documentElement.lang, values }
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing for sites loses them.
  }
}

/** What was typed into a form before; its ticks only in the language they were given in. */
export function keptValues(form: string): Values {
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + form) ?? 'null') as Kept | null
    if (!found) return {}
    const mayTick = found.language === document.documentElement.lang
    return Object.fromEntries(Object.entries(found.values).filter(([, value]) => mayTick || typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Forgets what was typed: into one form once it is sent, into all after a purchase. */
export function forgetValues(form?: string): void {
  try {
    const names = form === undefined ? Object.keys(sessionStorage) : [prefix + form]
    for (const name of names) if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

/** Those of the values whose fields a form has and which are still to be filled in. */
export function openValues(kept: Values, form: readonly FieldName[], fixed: Values): Values {
  const names = form.filter((name) => kept[name] !== undefined && fixed[name] === undefined)
  return Object.fromEntries(names.map((name) => [name, kept[name]]))
}

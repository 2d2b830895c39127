import type { FieldName, Values } from '../../domain/registration/registration.ts'

const prefix = 'form '

/** The entered values, and their language: people agree to the text that they read. */
type StoredValues = { language: string; values: Values }

/**
 * Stores what is entered into a form until the tab is closed, so that Back, a reload, signing in and paying lose
 * nothing.
 */
export function keepValues(form: string, values: Values): void {
  const kept: StoredValues = { language: document.documentElement.lang, values }
  try {
    sessionStorage.setItem(prefix + form, JSON.stringify(kept))
  } catch {
    // If the browser stores nothing for sites, the values are lost.
  }
}

/** Returns what was entered into a form before; its ticks only in the language in which they were given. */
export function keptValues(form: string): Values {
  try {
    const found = JSON.parse(sessionStorage.getItem(prefix + form) ?? 'null') as StoredValues | null
    if (!found) return {}
    const mayTick = found.language === document.documentElement.lang
    return Object.fromEntries(Object.entries(found.values).filter(([, value]) => mayTick || typeof value === 'string'))
  } catch {
    return {}
  }
}

/** Discards what was entered: for one form after it is sent, for all forms after a purchase. */
export function forgetValues(form?: string): void {
  try {
    const names = form === undefined ? Object.keys(sessionStorage) : [prefix + form]
    for (const name of names) if (name.startsWith(prefix)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}

/** Returns those of the values whose fields a form has and which are still empty. */
export function openValues(kept: Values, form: readonly FieldName[], fixed: Values): Values {
  const names = form.filter((name) => kept[name] !== undefined && fixed[name] === undefined)
  return Object.fromEntries(names.map((name) => [name, kept[name]]))
}

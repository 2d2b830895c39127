import type { FieldName, Values } from '../../domain/registration/registration.ts'
import { tabStorage } from '../client/storage.ts'

const prefix = 'form '

/** The entered values, and their language: people agree to the text that they read. */
type StoredValues = { language: string; values: Values }

/**
 * Stores what is entered into a form until the tab is closed, so that Back, a reload, signing in and paying lose
 * nothing.
 */
export function keepValues(form: string, values: Values): void {
  const kept: StoredValues = { language: document.documentElement.lang, values }
  tabStorage.write(prefix + form, kept)
}

/** Returns what was entered into a form before; its ticks only in the language in which they were given. */
export function keptValues(form: string): Values {
  const found = tabStorage.read(prefix + form) as StoredValues | null
  if (!found) return {}
  const mayTick = found.language === document.documentElement.lang
  return Object.fromEntries(Object.entries(found.values).filter(([, value]) => mayTick || typeof value === 'string'))
}

/** Discards what was entered: for one form after it is sent, for all forms after a purchase. */
export function forgetValues(form?: string): void {
  const names = form === undefined ? tabStorage.keys() : [prefix + form]
  for (const name of names) if (name.startsWith(prefix)) tabStorage.remove(name)
}

/** Returns those of the values whose fields a form has and which are still empty. */
export function openValues(kept: Values, form: readonly FieldName[], fixed: Values): Values {
  const names = form.filter((name) => kept[name] !== undefined && fixed[name] === undefined)
  return Object.fromEntries(names.map((name) => [name, kept[name]]))
}

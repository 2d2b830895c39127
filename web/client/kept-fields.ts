import { tabStorage } from './storage.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const storageKey = 'fields'
// People agree to the text that they read, so ticks are not stored; passwords are never stored. The field of the account's
// language shows the language that was just chosen.
const kept =
  'main :is(input:not([type=checkbox], [type=radio], [type=hidden], [type=password]), select, textarea)[name]:not(#setting-language)'

const fields = () => [...document.querySelectorAll<Field>(kept)]

/** Stores the values of the page's fields while the page reloads in another language. */
export function keepFields(): void {
  const values = fields().map(({ name, value }) => [name, value])
  tabStorage.write(storageKey, { at: window.location.pathname, values })
}

/** Restores the values before React starts, which adopts the values it finds in fields. */
export function putFieldsBack(): void {
  const found = tabStorage.read(storageKey) as StoredFields | null
  tabStorage.remove(storageKey)
  if (found?.at !== window.location.pathname) return
  const typed = new Map(found.values)
  for (const field of fields()) field.value = typed.get(field.name) ?? field.value
}

type StoredFields = { at: string; values: [name: string, value: string][] }

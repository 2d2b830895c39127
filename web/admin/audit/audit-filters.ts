const names = ['search', 'act', 'from', 'to'] as const

/** What narrows the audit; a filter that is not set is omitted. */
export type AuditFilters = { [Name in (typeof names)[number]]?: string }

/** Reads the filters of a URL's query string. */
export function readFilters(search: string): AuditFilters {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

/** Returns the URL for what was entered, without surrounding blanks and empty fields. */
export function filtersAddress(path: string, entered: Iterable<[string, FormDataEntryValue]>): string {
  const wanted = new URLSearchParams()
  for (const [name, value] of entered) if (typeof value === 'string' && value.trim()) wanted.set(name, value.trim())
  const text = wanted.toString()
  return text === '' ? path : `${path}?${text}`
}

import { useEffect, useRef } from 'react'
import { auditWords as t } from '#words/admin/audit.ts'
import { Button } from '../../ui/button.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { actNames } from './act-names.ts'
import type { AuditFilters } from './audit-filters.ts'

type AuditSearchProps = { filters: AuditFilters; onSearch: (entered: FormData) => void }

/** Narrows the audit by a text, an act and two days. The browser holds its input, which other filters replace. */
export function AuditSearch({ filters, onSearch }: AuditSearchProps) {
  const element = useRef<HTMLFormElement>(null)
  const shown = useRef(filters)
  useEffect(() => {
    if (shown.current === filters) return
    shown.current = filters
    for (const field of element.current?.elements ?? [])
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
        field.value = filters[field.name as keyof AuditFilters] ?? ''
  }, [filters])
  const search = (form: HTMLFormElement) => onSearch(new FormData(form))
  return (
    <form
      ref={element}
      role="search"
      className="audit-search"
      onSubmit={(event) => {
        event.preventDefault()
        search(event.currentTarget)
      }}
    >
      <label className="small">
        {t.search}
        <input className="input" name="search" defaultValue={filters.search} maxLength={255} autoComplete="off" />
      </label>
      <label className="small">
        {t.act}
        <SelectBox
          name="act"
          defaultValue={filters.act ?? ''}
          onChange={(event) => event.currentTarget.form && search(event.currentTarget.form)}
        >
          <option value="">{t.allActs}</option>
          {[...actNames].map(([act, text]) => (
            <option key={act} value={act}>
              {text}
            </option>
          ))}
        </SelectBox>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="small">
          {{ from: t.since, to: t.until }[name]}
          <input
            className="input"
            type="date"
            name={name}
            defaultValue={filters[name]}
            min={name === 'to' ? filters.from : undefined}
            max="9999-12-31"
          />
        </label>
      ))}
      <Button type="submit" variant="quiet">
        {t.find}
      </Button>
    </form>
  )
}

import { useId } from 'react'
import { countries } from '../../../client/countries.ts'
import { renewalFilters, waitingFilters } from '../../../../domain/subscription/subscription-list.ts'
import { adminWords } from '#words/admin/admin.ts'
import { Chip } from '../../chip.tsx'
import { PopoverChip } from './disclosure-chip.tsx'
import { useAdminCall } from '../../admin-call.ts'
import { toggled, type ChangeCriteria, type Criteria, type FilterId, type ValueFilter } from '../users-place.ts'

const t = adminWords.list
const groups = [
  { name: t.filterRenewal, ids: renewalFilters },
  { name: t.filterWaiting, ids: waitingFilters },
] as const
const inGroups: readonly FilterId[] = groups.flatMap(({ ids }) => [...ids])
/** The usual choices, in days. */
const endsWithin = [7, 14, 30, 90]

type UsersMoreFiltersProps = {
  criteria: Criteria
  onChange: ChangeCriteria
}

/** Renders less used filters behind a button that states how many are set. */
export function UsersMoreFilters({ criteria: { filters, values }, onChange }: UsersMoreFiltersProps) {
  const on = Object.keys(values).length + filters.filter((one) => inGroups.includes(one)).length

  /** Plan and product are one choice: a product includes all of its plans. */
  function choose(changes: Partial<Record<ValueFilter, string>>) {
    onChange((now) => ({
      values: Object.fromEntries(Object.entries({ ...now.values, ...changes }).filter(([, value]) => value !== '')),
    }))
  }

  const days = [...new Set([...endsWithin, ...(values.endsWithin === undefined ? [] : [Number(values.endsWithin)])])]
  return (
    <PopoverChip label={t.moreFilters} count={on} changed={on > 0}>
      <PlanFilter
        value={
          values.plan === undefined
            ? values.product === undefined
              ? ''
              : `product:${values.product}`
            : `plan:${values.plan}`
        }
        onChange={(value) => {
          const [kind, name = ''] = value.split(/:(.*)/s)
          choose({ plan: kind === 'plan' ? name : '', product: kind === 'product' ? name : '' })
        }}
      />
      <Choice
        name="country"
        label={t.country}
        placeholder={t.anyCountry}
        options={withGiven(
          countries.map(({ code, name }) => ({ value: code as string, label: name })),
          values.country,
        )}
        value={values.country ?? ''}
        onChange={(country) => choose({ country })}
      />
      <Choice
        name="endsWithin"
        label={t.ends}
        placeholder={t.anyEnd}
        options={days
          .toSorted((one, other) => one - other)
          .map((count) => ({ value: String(count), label: t.endsWithin(count) }))}
        value={values.endsWithin === undefined ? '' : String(Number(values.endsWithin))}
        onChange={(within) => choose({ endsWithin: within })}
      />
      {groups.map(({ name, ids }) => (
        <div key={name} role="group" aria-label={name} className="chips">
          {ids.map((one) => (
            <Chip key={one} on={filters.includes(one)} onPress={() => onChange(toggled(one))}>
              {t[one]}
            </Chip>
          ))}
        </div>
      ))}
    </PopoverChip>
  )
}

/** Offers every plan that any person has or had, by product. */
function PlanFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data: owned = [] } = useAdminCall('GET /api/v1/subscriptions/plans')
  const { data: sold = [] } = useAdminCall('GET /api/v1/plans')
  const titles = new Map(sold.map(({ product, productTitle }) => [product, productTitle]))
  const options = [...Map.groupBy(owned, ({ product }) => product)].flatMap(([product, plans]) => {
    const group = titles.get(product) ?? product
    return [
      { value: `product:${product}`, label: `${group}: ${t.allOf}`, group },
      ...plans.map(({ name, title }) => ({ value: `plan:${name}`, label: title, group })),
    ]
  })
  const given = value === '' ? undefined : value
  return (
    <Choice
      name="plan"
      label={t.plan}
      placeholder={t.anyPlan}
      options={withGiven(options, given)}
      value={value}
      onChange={onChange}
    />
  )
}

type Option = { value: string; label: string; group?: string }

type ChoiceProps = {
  name: string
  label: string
  /** The first option, which means no choice. */
  placeholder: string
  options: readonly Option[]
  value: string
  onChange: (value: string) => void
}

/** A smaller select than in forms: it shares a row with others, has no hint and cannot be invalid. */
function Choice({ name, label, placeholder, options, value, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="users-more__choice small">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="select" name={name} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{placeholder}</option>
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) => {
          const inGroup = members.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))
          return group === undefined ? (
            inGroup
          ) : (
            <optgroup key={group} label={group}>
              {inGroup}
            </optgroup>
          )
        })}
      </select>
    </div>
  )
}

/**
 * Adds options for values of a shared URL that the list does not offer, e.g. several plans together, or a value that no
 * subscriber has.
 */
function withGiven(options: Option[], value: string | undefined): Option[] {
  if (value === undefined || options.some((option) => option.value === value)) return options
  return [...options, { value, label: value.replace(/^\w+:/, '') }]
}
